import { lengthPrefixed } from '#lib/keyring';

export interface ValuePlace {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly type: string;
  readonly token: string;
  readonly dataKeyId: string;
}

/**
 * What a ciphertext is bound to (GCM's additional authenticated data, NIST SP 800-38D §7): moved to another row, tenant,
 * collection or type, or kept under another key id, it is refused.
 */
export function valueBinding(place: ValuePlace): Buffer {
  return lengthPrefixed(['pvg/1|value', place.tenantId, place.collectionId, place.type, place.token, place.dataKeyId]);
}

export interface MentionPlace {
  readonly tenantId: string;
  readonly documentId: string;
  readonly place: number;
  readonly token: string;
  readonly dataKeyId: string;
}

/** What the spelling of a value in a document is bound to. Never what a value is bound to: neither passes for the other. */
export function mentionBinding({ tenantId, documentId, place, token, dataKeyId }: MentionPlace): Buffer {
  return lengthPrefixed(['pvg/1|mention', tenantId, documentId, String(place), token, dataKeyId]);
}
