import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Filters in the address, so that a view can be shared. For names and ids alone: never for a value. */
export function useFilters(): [(name: string) => string, (changes: Readonly<Record<string, string | null>>) => void] {
  const [params, setParams] = useSearchParams();
  const get = useCallback((name: string) => params.get(name) ?? '', [params]);
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  return [get, set];
}
