import { DomainError } from '#lib/kernel';

/** A failure of a tool, in words for the model. Say nothing of values: what a tool says itself is not believed. */
export function toolFailed(publicMessage: string, because: string): DomainError {
  return new DomainError('tool.failed', { publicMessage, facts: { because } });
}
