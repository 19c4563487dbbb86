import { isInfoType, isSlug } from '#lib/kernel';

/** `pvg:<tenant>:<collection>/<infoType>`; a null part is `*`. */
export interface ResourcePattern {
  readonly tenant: string | null;
  readonly collection: string | null;
  readonly infoType: string | null;
}

const SHAPE = /^pvg:([^:/]+):([^:/]+)\/([^:/]+)$/;

/**
 * Reads a resource pattern. `*` stands for a whole part or for everything; there are no partial globs, since
 * `cust*` would match a collection nobody thought of when writing it. Null when the text is anything else.
 */
export function parseResourcePattern(text: string): ResourcePattern | null {
  if (text === '*') return { tenant: null, collection: null, infoType: null };
  const [, tenant, collection, infoType] = SHAPE.exec(text) ?? [];
  if (tenant === undefined || collection === undefined || infoType === undefined) return null;
  if (tenant !== '*' && !isSlug(tenant)) return null;
  if (collection !== '*' && !isSlug(collection)) return null;
  if (infoType !== '*' && !isInfoType(infoType)) return null;
  const part = (value: string) => (value === '*' ? null : value);
  return { tenant: part(tenant), collection: part(collection), infoType: part(infoType) };
}
