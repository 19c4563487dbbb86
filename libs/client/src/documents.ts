import type { ColumnProfile, DocumentInspection, DocumentOptions, DocumentReport, Job } from './api/types.js';
import { type CallOptions, present, type Transport } from './http/transport.js';
import { type DocumentFile, uploadForm } from './upload-form.js';

export interface RewrittenDocument {
  readonly kind: 'document';
  readonly content: Uint8Array;
  /** Counts and places, never values. */
  readonly report: DocumentReport;
}

/** The document was too large to wait for: `jobs.progress` and `jobs.download` give the rest. */
export interface DocumentJob {
  readonly kind: 'job';
  readonly job: Job;
}

/** Documents one by one; the same format comes out as went in. */
export class DocumentsClient {
  constructor(private readonly transport: Transport) {}

  /** The rewritten document, or the job that a large one (over 8 MiB) became. */
  async deidentify(
    file: DocumentFile,
    { purpose, reason, signal, ...options }: DocumentOptions & CallOptions = {},
  ): Promise<RewrittenDocument | DocumentJob> {
    const form = uploadForm([file], options);
    const call = present({ purpose, reason, signal });
    const answer = await this.transport.upload('/v1/documents/deidentify', form, call);
    return 'content' in answer ? rewritten(answer) : { kind: 'job', job: answer };
  }

  /** The document with values in place of tokens, as far as policy allows; at most 8 MiB. */
  async reidentify(
    file: DocumentFile,
    { purpose, reason, signal, ...options }: Omit<DocumentOptions, 'as' | 'columns'> & CallOptions = {},
  ): Promise<RewrittenDocument> {
    const call = present({ purpose, reason, signal });
    const answer = await this.transport.upload('/v1/documents/reidentify', uploadForm([file], options), call);
    return rewritten(answer);
  }

  /** What a document holds, by part and type. Nothing is stored. */
  async inspect(
    file: DocumentFile,
    { purpose, reason, signal, ...options }: DocumentOptions & CallOptions = {},
  ): Promise<DocumentInspection['report']> {
    const call = present({ purpose, reason, signal });
    const answer = await this.transport.upload('/v1/documents/inspect', uploadForm([file], options), call);
    return answer.report;
  }

  /** What is proposed for each column of a table; a person confirms it, then it is given as `columns`. */
  async columns(
    file: DocumentFile,
    { purpose, reason, signal, ...options }: Pick<DocumentOptions, 'collection' | 'format'> & CallOptions = {},
  ): Promise<readonly ColumnProfile[]> {
    const call = present({ purpose, reason, signal });
    const answer = await this.transport.upload('/v1/documents/columns', uploadForm([file], options), call);
    return answer.columns;
  }
}

interface InlineDocument {
  readonly report: DocumentReport;
  readonly content: string;
}

function rewritten({ report, content }: InlineDocument): RewrittenDocument {
  const binary = atob(content);
  return { kind: 'document', report, content: Uint8Array.from(binary, (character) => character.charCodeAt(0)) };
}
