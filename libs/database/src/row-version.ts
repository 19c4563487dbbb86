import { DomainError } from '#lib/kernel';

/** The version in an entity tag, for `WHERE etag = …`. A tag that is none of ours matches no row. */
export function rowVersion(etag: string): string {
  return /^\d{1,18}$/.test(etag) ? etag : '0';
}

/** A row that is there in another version than the one that was read. `what` begins the sentence: `The upstream`. */
export function changedMeanwhile(what: string): DomainError {
  return new DomainError('precondition.failed', { publicMessage: `${what} was changed meanwhile. Read it again.` });
}
