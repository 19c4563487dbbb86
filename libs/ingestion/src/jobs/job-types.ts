import type { InfoType, Principal } from '#lib/kernel';
import type { DocumentOrder } from '../documents/document-service.js';

export type JobKind = 'deidentify' | 'inspect';
/** `receiving`: files are still being handed over. `finished`: every file is done, failed or cancelled. */
export type JobState = 'receiving' | 'queued' | 'running' | 'cancelled' | 'finished';
export type JobItemState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** What a job is to do with each of its files. */
export interface JobOptions extends DocumentOrder {
  readonly purpose?: string;
}

/** Who asked and for what; sealed in the database. */
export interface JobOrder {
  readonly principal: Principal;
  readonly options: JobOptions;
}

export interface JobProgress {
  readonly itemsTotal: number;
  readonly itemsDone: number;
  readonly itemsFailed: number;
  readonly itemsCancelled: number;
  readonly itemsRunning: number;
  readonly bytesTotal: number;
  readonly bytesDone: number;
}

export interface Job extends JobProgress {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly collectionId: string;
  readonly principalId: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** When files, results and the job itself are deleted. */
  readonly expiresAt: Date;
}

/** Why a file failed: a code and typed facts, never text of the file. */
export interface ItemError {
  readonly code: string;
  readonly message: string;
  readonly facts?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** What was done with a file: counts and places, never values. */
export interface ItemReport {
  readonly format: string;
  readonly replaced: Readonly<Record<string, Readonly<Record<InfoType, number>>>>;
  readonly faultCount: number;
  readonly [more: string]: unknown;
}

export interface JobItem {
  /** 1-based, in the order in which files were handed over. */
  readonly seq: number;
  readonly name: string;
  readonly state: JobItemState;
  readonly bytes: number;
  readonly progressBytes: number;
  readonly attempt: number;
  readonly outputBytes: number | null;
  readonly error: ItemError | null;
  readonly report: ItemReport | null;
}
