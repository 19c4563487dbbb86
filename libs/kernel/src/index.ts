export { Clock, FixedClock, SystemClock } from './clock.js';
export type { Deidentified } from './deidentified.js';
export { DomainError, type DomainErrorOptions, type ErrorCode } from './domain-error.js';
export { isSlug, newRequestId, SLUG_PATTERN } from './ids.js';
export {
  INFO_CLASSES,
  INFO_TYPE_LENGTH_MAX,
  INFO_TYPE_PATTERN,
  type InfoClass,
  type InfoType,
  infoClassOf,
  isInfoType,
} from './info-type.js';
export {
  levelRank,
  lowerLevel,
  type Principal,
  type PrincipalKind,
  REVEAL_LEVELS,
  type RevealLevel,
} from './principal.js';
export { Secret } from './secret.js';
export { applyEdits, type Edit, type Span } from './span.js';
export type { SlottedBody, TextKind, TextSlot } from './text-slot.js';
export {
  bareVaultToken,
  findVaultTokens,
  isTokenBody,
  parseVaultToken,
  TOKEN_ALPHABET,
  TOKEN_BODY_LENGTH,
  tokenBodyFrom,
  type VaultToken,
  type VaultTokenParts,
  vaultToken,
} from './vault-token.js';
export { type WithoutAbsent, withoutAbsent } from './without-absent.js';
