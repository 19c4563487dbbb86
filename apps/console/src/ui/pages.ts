import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<T, C> {
  readonly items: T[];
  readonly next: C | null;
}

/** A long list, page by page as the gateway gives it. */
export function usePages<T, C extends string | number>(
  queryKey: readonly unknown[],
  read: (after: C | undefined) => Promise<PageOf<T, C>>,
  options: { readonly refetchInterval?: number } = {},
) {
  const query = useInfiniteQuery<PageOf<T, C>, Error, InfiniteData<PageOf<T, C>>, readonly unknown[], C | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam as C | undefined),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...options,
  });
  return { query, items: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}
