import type { DomainError, InfoClass, InfoType, VaultToken } from '#lib/kernel';

/** What is known of a value without decrypting it. */
export interface VaultRecord {
  readonly token: VaultToken;
  readonly type: InfoType;
  readonly infoClass: InfoClass;
  readonly collectionId: string;
  readonly origins: readonly string[];
  readonly region: string | null;
  /** The subject it is linked to; the first by id when several share it (see `subjects`). */
  readonly subject: string | null;
  readonly subjects: readonly string[];
  readonly tags: readonly string[];
  readonly expiresAt: Date | null;
  readonly singleUse: boolean;
}

export interface TokenizeItem {
  readonly type: InfoType;
  readonly value: string;
  /** Id of the data subject. Not personal data itself: letters, digits and `._:-`. */
  readonly subject?: string;
  /** Such a value is never shared with others. */
  readonly expiresAt?: Date;
  /** Can be revealed once. Such a value is never shared with others. */
  readonly singleUse?: boolean;
  readonly origin?: string;
  readonly region?: string;
  readonly tags?: readonly string[];
}

export type TokenizeResult =
  | { readonly ok: true; readonly token: VaultToken; readonly record: VaultRecord; readonly created: boolean }
  | { readonly ok: false; readonly error: DomainError };
