import { z } from 'zod';

export const PAGE_SIZE_MAX = 200;

/** The query of a list: how many, and after which one. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(50).meta({ description: 'At most this many.' }),
  after: z.string().min(1).max(200).optional().meta({ description: 'The `next` of the page before.' }),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** A page of a list: the items that the caller may see, and where the next page begins. */
export function pageOf<T extends z.ZodType>(item: T, id: string) {
  return z
    .object({
      items: z.array(item).meta({ description: 'What the caller may see of this page.' }),
      next: z.string().nullable().meta({ description: 'The `after` of the next page; null on the last.' }),
    })
    .meta({ id, description: 'One page of a list.' });
}

/** A page of items that are all at hand already, in the order of their keys. */
export function pageFrom<T>(all: readonly T[], query: PageQuery, keyOf: (item: T) => string) {
  const from = query.after === undefined ? 0 : all.findIndex((item) => keyOf(item) === query.after) + 1;
  const unknown = query.after !== undefined && from === 0;
  const items = unknown ? [] : all.slice(from, from + query.limit);
  const last = items.at(-1);
  const more = !unknown && from + query.limit < all.length;
  return { items, next: more && last !== undefined ? keyOf(last) : null };
}
