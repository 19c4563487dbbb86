/** All that the console's cache of what was read holds, as text. Throws when there is no such cache to look into. */
export function queryCache(page) {
  return page.evaluate(() => {
    const root = document.getElementById('root');
    const clientOf = (fiber) => {
      for (let one = fiber; one; one = one.sibling) {
        const found = one.memoizedProps?.client?.getQueryCache ? one.memoizedProps.client : clientOf(one.child);
        if (found) return found;
      }
      return undefined;
    };
    const client = clientOf(root[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))]);
    const queries = client.getQueryCache().getAll();
    const mutations = client.getMutationCache().getAll();
    return JSON.stringify([...queries, ...mutations].map(({ queryKey, state }) => ({ queryKey, state })));
  });
}
