/** What a data key encrypts. A value of a known subject is under the subject's key; any other under its collection's. */
export type KeyScope =
  | { readonly kind: 'collection'; readonly collectionId: string }
  | { readonly kind: 'subject'; readonly subjectId: string }
  /** One value that several subjects share: one key, one wrap for each of them. */
  | { readonly kind: 'value'; readonly token: string; readonly subjectIds: readonly string[] }
  | { readonly kind: 'sealed' };

/** The scope as the database has it. */
export function keyScopeName(scope: KeyScope): string {
  switch (scope.kind) {
    case 'collection':
      return `collection:${scope.collectionId}`;
    case 'subject':
      return `subject:${scope.subjectId}`;
    case 'value':
      return `value:${scope.token}`;
    case 'sealed':
      return 'sealed';
  }
}

/** The subjects for each of which the key is wrapped; `''` stands for none. */
export function wrapSubjects(scope: KeyScope): readonly string[] {
  switch (scope.kind) {
    case 'subject':
      return [scope.subjectId];
    case 'value':
      return scope.subjectIds;
    default:
      return [''];
  }
}

/** Which keys a tenant writes with now. */
export interface TenantKeys {
  readonly tenantId: string;
  /** Checked in the writing statement: when it has moved, nothing is written. */
  readonly epoch: string;
  readonly kekVersion: number;
  /** The version that lookups use and whose uniqueness makes tokens unique. */
  readonly indexVersion: number;
  /** Whether made-up values stand in for some of the tenant's: then new values are compared with them. */
  readonly standIns: boolean;
  /** Whether values are left under keys that were succeeded: whoever meets one moves it. */
  readonly retiring: boolean;
  /** Versions that get rows besides it, while an index rotation runs. */
  readonly alsoIndexVersions: readonly number[];
}

export interface KeyringLimits {
  readonly cachedKeysMax: number;
  readonly cacheTtlMs: number;
  /** NIST SP 800-38D §8.3: at most 2³² encryptions per key with random nonces. */
  readonly encryptionsPerKeyMax: number;
  /** Past it a key is succeeded by a new one. */
  readonly encryptionsBeforeRotation: number;
  /** Encryptions that a process reserves at once; a stop wastes at most this many. */
  readonly encryptionsReserved: number;
}

export const KEYRING_LIMITS: KeyringLimits = {
  cachedKeysMax: 20_000,
  cacheTtlMs: 10 * 60_000,
  encryptionsPerKeyMax: 2 ** 32,
  encryptionsBeforeRotation: 2 ** 31,
  encryptionsReserved: 65_536,
};
