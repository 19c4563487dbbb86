export type { AuditActivity, RevealCount } from './audit-activity.js';
export { type AuditRow, type ChainHead, GENESIS, rowHash } from './audit-chain.js';
export type { AuditEvent, AuditRecord } from './audit-event.js';
export { AuditLog, type AuditPage } from './audit-log.js';
export type { AuditQuery } from './audit-reader.js';
export { type Checkpoint, CheckpointSigner, openCheckpoint } from './checkpoint.js';
export { CheckpointJournal, type Journaled } from './checkpoint-journal.js';
export { AUDIT_CSV_HEADER, auditCsvLine } from './export-csv.js';
export { auditLine, parseAuditLine, verifyAuditLines } from './export-jsonl.js';
export {
  type ChainFault,
  type ChainFaultKind,
  type ChainVerdict,
  ChainVerifier,
  type VerifyOptions,
  verifyChain,
} from './verify-chain.js';
