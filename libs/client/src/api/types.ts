import type { components, operations } from './generated/schema.js';

type Schemas = components['schemas'];

export type DeidentifyRequest = Schemas['DeidentifyRequest'];
export type DeidentifyResponse = Schemas['DeidentifyResponse'];
export type ReidentifyRequest = Schemas['ReidentifyRequest'];
export type ReidentifyResponse = Schemas['ReidentifyResponse'];
export type InspectRequest = Schemas['InspectRequest'];
export type InspectResponse = Schemas['InspectResponse'];
export type Finding = Schemas['Finding'];
export type TokenizeItem = Schemas['TokenizeItem'];
export type Tokenized = Schemas['TokenizeResponse']['items'][number];
export type Detokenized = Schemas['DetokenizeResponse']['items'][number];
export type SearchRequest = Schemas['SearchRequest'];
export type SearchResponse = Schemas['SearchResponse'];
export type DocumentReport = Schemas['DocumentReport'];
export type DocumentInspection = Schemas['InspectDocumentResponse'];
export type ColumnProfile = Schemas['ProfileColumnsResponse']['columns'][number];
export type Job = Schemas['Job'];
export type JobItem = Schemas['JobItem'];

type JobFields = operations['Jobs_create']['requestBody']['content']['multipart/form-data'];

/** How documents are read and what stands for their values. */
export interface DocumentOptions extends Omit<JobFields, 'file' | 'columns' | 'kind'> {
  /** What becomes of columns and keys: `{ email: 'token', notes: 'detect', '*': 'keep' }`. */
  columns?: Readonly<Record<string, string>>;
}

export interface JobOptions extends DocumentOptions {
  kind?: JobFields['kind'];
}
