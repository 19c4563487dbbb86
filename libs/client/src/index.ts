export type {
  ColumnProfile,
  DeidentifyRequest,
  DeidentifyResponse,
  Detokenized,
  DocumentInspection,
  DocumentOptions,
  DocumentReport,
  Finding,
  InspectRequest,
  Job,
  JobItem,
  JobOptions,
  ReidentifyRequest,
  ReidentifyResponse,
  SearchRequest,
  SearchResponse,
  Tokenized,
  TokenizeItem,
} from './api/types.js';
export type { DocumentJob, DocumentsClient, RewrittenDocument } from './documents.js';
export { type ProblemFacts, PvgError } from './http/pvg-error.js';
export type { CallOptions, PvgClientOptions } from './http/transport.js';
export type { JobItemState, JobReportLine, JobsClient } from './jobs.js';
export type { Answered, PrivacyClient } from './privacy.js';
export { PvgClient } from './pvg-client.js';
export type { DocumentFile } from './upload-form.js';
export type { SearchQuery, VaultClient } from './vault.js';
