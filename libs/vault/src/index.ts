export { type BulkResult, type BulkValue, BulkVault } from './bulk/bulk.js';
export type { ImportItem } from './bulk/import-values.js';
export { type NdjsonLine, readNdjson } from './bulk/ndjson.js';
export {
  CollectionSettings,
  ceilingOf,
  FORMS,
  type Form,
  formOf,
  SEARCH_KINDS,
  type SearchKind,
} from './collections/collection-settings.js';
export { type Collection, Collections, DEFAULT_COLLECTION } from './collections/collections.js';
export type { Mention } from './documents/mentions.js';
export { type CharacterSource, type FormMatch, FormMatcher, type IssuedForm } from './forms/form-matcher.js';
export { FORM_FACTS, type FormFacts, isReversible } from './forms/form-registry.js';
export { type FormOptions, type FormRequest, Forms, parseTokenLast4, renderForGood } from './forms/forms.js';
export { generaliseValue } from './forms/generalise-value.js';
export { maskValue } from './forms/mask-value.js';
export { redactedText } from './forms/redacted-text.js';
export { SURROGATE_LOCALES, type SurrogateLocale } from './forms/surrogate-value.js';
export { KeyRotations } from './rotation/key-rotations.js';
export type { Group, SearchQuery, SearchScope } from './search/search.js';
export {
  type ErasureCertificate,
  type ErasureStatement,
  verifyErasureCertificate,
} from './subjects/certificates.js';
export { ErasureLedger, type LedgerEntry } from './subjects/erasure-ledger.js';
export type { ExportedValue } from './subjects/export-subject.js';
export { FileLedgerStore, LedgerStore } from './subjects/ledger-store.js';
export { LinkProposals, type StoredProposal } from './subjects/link-proposals.js';
export { type LinkCandidate, type LinkProposal, proposeLinks } from './subjects/propose-links.js';
export { type Subject, Subjects } from './subjects/subjects.js';
export { normaliserOf } from './values/normalise.js';
export { MIXED_SCRIPT_TAG } from './values/script-warning.js';
export type { TokenScope } from './values/token-scope.js';
export { VALUE_BYTES_MAX } from './values/value-codec.js';
export { Vault } from './vault.js';
export type { TokenizeItem, TokenizeResult, VaultRecord } from './vault-record.js';
