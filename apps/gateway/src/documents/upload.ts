import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '#lib/kernel';
import type { AuthenticatedRequest } from '../http/current-request.js';
import { UploadFields } from './documents.schema.js';

/** The configuration of a route that reads files; on any other route such a body is refused. */
export const UPLOAD_ROUTE = { pvgUpload: true };

const FILES_MAX = 10_000;
const FIELD_BYTES_MAX = 256 * 1024;
const NAME_LENGTH_MAX = 255;

export interface UploadedFile {
  readonly name: string;
  readonly content: Readable;
}

export interface Upload {
  readonly fields: UploadFields;
  /** In the order of the body; each is read to its end before the next one comes. */
  readonly files: AsyncGenerator<UploadedFile>;
}

/** Lets routes with `UPLOAD_ROUTE` read multipart bodies as they come in. */
export async function installUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldSize: FIELD_BYTES_MAX,
      fields: 20,
      files: FILES_MAX,
      fileSize: Number.MAX_SAFE_INTEGER,
      headerPairs: 20,
    },
  });
  fastify.addHook('preParsing', async (request) => {
    const { pvgUpload } = request.routeOptions.config as { pvgUpload?: boolean };
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    if (isMultipart && !pvgUpload) throw unsupportedMediaType();
  });
  // A body that was refused half way is never read to its end: its connection would stay open for nobody.
  fastify.addHook('onResponse', async (request) => {
    const { pvgUpload } = request.routeOptions.config as { pvgUpload?: boolean };
    if (pvgUpload && !request.raw.complete) request.raw.destroy();
  });
}

/**
 * Reads the fields, up to the first file. Throws `request.invalid` naming the field, status 415 when the body is no multipart
 * body.
 */
export async function readUpload(request: AuthenticatedRequest): Promise<Upload> {
  if (!request.isMultipart()) {
    throw unsupportedMediaType();
  }
  const parts = request.parts();
  const given: Record<string, unknown> = {};
  for await (const part of unbroken(parts)) {
    if (part.type === 'file') return { fields: fieldsOf(given), files: filesFrom(part, parts) };
    if (part.fieldname in given) throw invalidField(part.fieldname, 'is given twice');
    given[part.fieldname] = part.value;
  }
  return { fields: fieldsOf(given), files: none() };
}

type Part = Awaited<ReturnType<ReturnType<AuthenticatedRequest['parts']>['next']>>['value'];
type FilePart = Extract<NonNullable<Part>, { type: 'file' }>;

async function* filesFrom(
  first: FilePart,
  rest: AsyncIterableIterator<NonNullable<Part>>,
): AsyncGenerator<UploadedFile> {
  yield uploaded(first);
  for await (const part of unbroken(rest)) {
    if (part.type !== 'file') throw invalidField(part.fieldname, 'comes after a file; fields come first');
    yield uploaded(part);
  }
}

async function* none(): AsyncGenerator<UploadedFile> {}

/** Iterates without ending the iterator: what breaks off here goes on elsewhere. The parser's errors name no content. */
async function* unbroken(parts: AsyncIterableIterator<NonNullable<Part>>): AsyncGenerator<NonNullable<Part>> {
  for (;;) {
    const next = await parts.next().catch(() => {
      throw new DomainError('request.malformed', { publicMessage: 'The multipart body is broken or too large.' });
    });
    if (next.done) return;
    yield next.value;
  }
}

function uploaded({ filename, file }: FilePart): UploadedFile {
  // Only the last step of a path, whichever way it is written.
  const name = (filename ?? '').split(/[\\/]/).at(-1)!.slice(0, NAME_LENGTH_MAX);
  return { name: name === '' ? 'unnamed' : name, content: file };
}

function fieldsOf(given: Record<string, unknown>): UploadFields {
  const parsed = UploadFields.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0]! : undefined;
  throw invalidField(unknown ?? String(issue.path[0]), unknown === undefined ? issue.message : 'is not known');
}

function invalidField(name: string, problem: string): DomainError {
  const known = name in UploadFields.shape || name === 'file' ? name : 'a field';
  return new DomainError('request.invalid', {
    publicMessage: `${known}: ${problem}.`,
    ...(known === name && { pointer: `/${name}` }),
  });
}

function unsupportedMediaType(): Error {
  return Object.assign(new Error('unsupported media type'), { statusCode: 415 });
}
