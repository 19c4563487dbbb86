export { CIPHERTEXT_OVERHEAD_BYTES, decrypt, encrypt } from './crypto/aead.js';
export { lengthPrefixed } from './crypto/length-prefixed.js';
export { wipe } from './crypto/wipe.js';
export { type EncryptionKeys, holdTenantKeys, Keyring, type KeyringOptions } from './keyring.js';
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
export { TransitKms, type TransitOptions } from './kms/transit-kms.js';
export { type KeyStatus, keyStatus } from './rotation/key-status.js';
export { beginKekRotation, retireKek, stepKekRotation } from './rotation/rotate-kek.js';
export {
  advanceRotation,
  insertRotation,
  listRotations,
  lockRotation,
  type Rotation,
  type RotationKind,
  type RotationReason,
  setRotationState,
} from './rotation/rotation.js';
export { SealedSecrets } from './sealed-secrets.js';
export { insertIndexKey } from './tenant-keys.js';
export { tenantLockKey } from './tenant-lock.js';
