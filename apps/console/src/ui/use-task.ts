import { useCallback, useRef, useState } from 'react';

export interface Task<A extends unknown[], T> {
  readonly run: (...given: A) => Promise<T | undefined>;
  readonly running: boolean;
  readonly error: unknown;
  readonly result: T | undefined;
  readonly reset: () => void;
}

/**
 * Something done on demand. Unlike a mutation of the query library it keeps nothing anywhere but in the component that asked,
 * so what it sent and got is gone with it.
 */
export function useTask<A extends unknown[], T>(work: (...given: A) => Promise<T>): Task<A, T> {
  const [state, setState] = useState<{ running: boolean; error: unknown; result: T | undefined }>({
    running: false,
    error: null,
    result: undefined,
  });
  const latest = useRef(0);
  const current = useRef(work);
  current.current = work;
  const run = useCallback(async (...given: A): Promise<T | undefined> => {
    const turn = ++latest.current;
    setState((before) => ({ ...before, running: true, error: null }));
    try {
      const result = await current.current(...given);
      if (turn === latest.current) setState({ running: false, error: null, result });
      return result;
    } catch (error) {
      if (turn === latest.current) setState({ running: false, error, result: undefined });
      return undefined;
    }
  }, []);
  const reset = useCallback(() => {
    latest.current += 1;
    setState({ running: false, error: null, result: undefined });
  }, []);
  return { run, reset, ...state };
}
