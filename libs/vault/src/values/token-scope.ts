import { createHash } from 'node:crypto';

/** Where equal values get equal tokens. Wider joins more; narrower keeps a provider from building a dossier. */
export interface TokenScope {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly consistency:
    | { readonly kind: 'collection' }
    | { readonly kind: 'conversation' | 'request'; readonly id: string };
}

/**
 * The scope as the blind index has it. Ids of conversations and requests come from outside, so a digest stands for them:
 * fixed length, and no character of theirs can be taken for a separator.
 */
export function scopeName(scope: TokenScope): string {
  if (scope.consistency.kind === 'collection') return `collection:${scope.collectionId}`;
  const id = createHash('sha256').update(scope.consistency.id, 'utf8').digest().subarray(0, 16).toString('base64url');
  return `${scope.consistency.kind}:${scope.collectionId}:${id}`;
}
