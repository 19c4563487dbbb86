import { z } from 'zod';
import { FORMAT_IDS } from '#lib/documents';
import { FORMS } from '#lib/vault';
import { pageOf } from '../http/page.js';
import { Instant } from '../http/responds.js';
import { CollectionId } from '../privacy/privacy.schema.js';

const COLUMNS_MAX = 1_000;

const Columns = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .record(z.string().min(1).max(200), z.string().min(1).max(60))
      .refine((columns) => Object.keys(columns).length <= COLUMNS_MAX, { message: 'has too many columns' }),
  );

/** The fields of a multipart body; they come before the files. */
export const UploadFields = z.strictObject({
  collection: CollectionId.optional(),
  as: z.enum(FORMS).optional(),
  format: z.enum(FORMAT_IDS).optional(),
  columns: Columns.optional(),
  unknownParts: z.enum(['refuse', 'drop']).optional(),
  kind: z.enum(['deidentify', 'inspect']).optional(),
});
export type UploadFields = z.infer<typeof UploadFields>;

const text = (description: string, more: object = {}) => ({ type: 'string' as const, description, ...more });

const UPLOAD_PROPERTIES = {
  collection: text('The collection of the vault; absent: the header’s, or `default`.'),
  as: text('What stands for a value; absent: what the collection says.', { enum: [...FORMS] }),
  format: text('The format, where name and content do not tell.', { enum: [...FORMAT_IDS] }),
  columns: text('What becomes of columns and keys, a JSON object: `{"email":"token","notes":"detect","*":"keep"}`.'),
  unknownParts: text('What becomes of parts of a container that nothing reads.', { enum: ['refuse', 'drop'] }),
  file: text('The document. Fields come before it.', { format: 'binary' }),
};

/** The multipart body as OpenAPI describes it. */
export const UPLOAD_BODY = {
  schema: { type: 'object' as const, required: ['file'], properties: UPLOAD_PROPERTIES },
};

/** The same for any number of files. */
export const JOB_BODY = {
  schema: {
    type: 'object' as const,
    required: ['file'],
    properties: {
      ...UPLOAD_PROPERTIES,
      kind: text('What is done with the files; absent: `deidentify`.', { enum: ['deidentify', 'inspect'] }),
      file: {
        type: 'array' as const,
        items: { type: 'string' as const, format: 'binary' },
        description: 'The documents. Fields come before them.',
      },
    },
  },
};

const Report = z
  .looseObject({
    verified: z.boolean().meta({ description: 'Whether the output was read again and searched.' }),
    format: z.string().meta({ description: 'The format that was read.' }),
    replaced: z
      .record(z.string(), z.record(z.string(), z.number()))
      .meta({ description: 'Values by part and info type.' }),
    faultCount: z
      .number()
      .meta({ description: 'Records that could not be read; each is an error record in the result.' }),
  })
  .meta({ id: 'DocumentReport', description: 'What was done with a document: counts and places, never values.' });

/** A rewritten document as OpenAPI describes it: its bytes, or JSON for callers that accept that. */
export const DOCUMENT_CONTENT = {
  'application/octet-stream': { schema: text('The document.', { format: 'binary' }) },
  'application/json': {
    schema: {
      type: 'object' as const,
      required: ['report', 'content'],
      properties: {
        report: { $ref: '#/components/schemas/DocumentReport' },
        content: text('The document, base64.', { 'x-sensitive': true }),
      },
    },
  },
};

export const InspectDocumentResponse = z
  .object({ report: Report })
  .meta({ id: 'InspectDocumentResponse', description: 'What a document holds.' });

export const ProfileColumnsResponse = z
  .object({
    columns: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The header, or the position of a file without one.' }),
          filled: z.number().meta({ description: 'Cells that are not empty.' }),
          types: z.record(z.string(), z.number()).meta({ description: 'Cells that hold a value, by info type.' }),
          whole: z.number().meta({ description: 'Cells that are one value and nothing else.' }),
          proposed: z.string().meta({ description: 'The policy proposed for the column; a person confirms it.' }),
          because: z.string().meta({ description: 'Why.' }),
        }),
      )
      .meta({ description: 'In their order.' }),
  })
  .meta({ id: 'ProfileColumnsResponse', description: 'The columns of a table, and what is proposed for each.' });

export const JobResponse = z
  .object({
    id: z.string().meta({ description: 'The id of the job.' }),
    kind: z.enum(['deidentify', 'inspect']).meta({ description: 'What is done with its files.' }),
    state: z.enum(['receiving', 'queued', 'running', 'cancelled', 'finished']).meta({ description: 'How far it is.' }),
    collectionId: z.string().meta({ description: 'The collection of the vault.' }),
    principalId: z.string().meta({ description: 'Who asked.' }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
    finishedAt: Instant.nullable().meta({ description: 'When its last file ended.' }),
    expiresAt: Instant.meta({ description: 'When the job, its files and its results are deleted.' }),
    itemsTotal: z.number().meta({ description: 'Files handed over.' }),
    itemsDone: z.number().meta({ description: 'Files that are done.' }),
    itemsFailed: z.number().meta({ description: 'Files that failed.' }),
    itemsCancelled: z.number().meta({ description: 'Files given up.' }),
    itemsRunning: z.number().meta({ description: 'Files being worked on.' }),
    bytesTotal: z.number().meta({ description: 'Bytes handed over.' }),
    bytesDone: z.number().meta({ description: 'Bytes read so far.' }),
  })
  .meta({ id: 'Job', description: 'Documents being rewritten, and how far that is.' });
export const JobList = pageOf(JobResponse, 'JobList');

export const JobItemResponse = z
  .object({
    seq: z.number().meta({ description: 'Its place in the job, from 1.' }),
    name: z.string().meta({ description: 'The name it was handed over with.', 'x-sensitive': true }),
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']).meta({ description: 'How far it is.' }),
    bytes: z.number().meta({ description: 'Its size.' }),
    progressBytes: z.number().meta({ description: 'Bytes read so far.' }),
    attempt: z.number().meta({ description: 'How often it was begun.' }),
    outputBytes: z.number().nullable().meta({ description: 'The size of its result.' }),
    error: z
      .object({ code: z.string(), message: z.string(), facts: z.record(z.string(), z.unknown()).optional() })
      .nullable()
      .meta({ description: 'Why it failed; names no content.' }),
    report: Report.nullable().meta({ description: 'What was done with it.' }),
  })
  .meta({ id: 'JobItem', description: 'One file of a job.' });
export const JobItemList = pageOf(JobItemResponse, 'JobItemList');

export const JobId = z.uuid().meta({ description: 'The id of a job.' });
export const ItemSeq = z.coerce.number().int().positive().meta({ description: 'The place of a file in its job.' });
