export { CIPHERTEXT_OVERHEAD_BYTES, decrypt, encrypt } from './crypto/aead.js';
export { lengthPrefixed } from './crypto/length-prefixed.js';
export { wipe } from './crypto/wipe.js';
export { type EncryptionKeys, Keyring, type KeyringOptions } from './keyring.js';
export {
  KEYRING_LIMITS,
  type KeyringLimits,
  type KeyScope,
  keyScopeName,
  type TenantKeys,
} from './keyring-types.js';
export { EnvironmentKms } from './kms/environment-kms.js';
export { KeyFileKms } from './kms/key-file-kms.js';
export { Kms, type RootFingerprints } from './kms/kms.js';
export { openKms } from './kms/open-kms.js';
export { SealedSecrets } from './sealed-secrets.js';
export { lockTenantKeysShared, tenantLockKey } from './tenant-lock.js';
