import { DomainError, type Principal } from '#lib/kernel';

/** Whether a principal may name a collection at all: one that isn't granted doesn't exist. */
export function mayName({ collections }: Principal, id: string): boolean {
  return collections.includes('*') || collections.includes(id);
}

export function noSuchCollection(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such collection.' });
}
