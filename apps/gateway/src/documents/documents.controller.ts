import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CollectionDetector } from '#lib/deidentification';
import { DocumentInput, type DocumentReport, formatById, MemorySink, profileColumns } from '#lib/documents';
import { DocumentService, Jobs } from '#lib/ingestion';
import { DomainError, withoutAbsent } from '#lib/kernel';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Describes, Responds } from '../http/responds.js';
import { attachment } from './attachment.js';
import {
  DOCUMENT_CONTENT,
  InspectDocumentResponse,
  JobResponse,
  ProfileColumnsResponse,
  UPLOAD_BODY,
} from './documents.schema.js';
import { readUpload, UPLOAD_ROUTE, type UploadedFile } from './upload.js';

/** Up to this a document is rewritten while its sender waits; a larger one becomes a job. */
const INLINE_BYTES_MAX = 8 * 1024 * 1024;

/** One document: in as multipart/form-data, out as the same format. */
@ApiTags('Documents')
@ApiConsumes('multipart/form-data')
@Controller('v1/documents')
export class DocumentsController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly documents: DocumentService,
    private readonly detector: CollectionDetector,
    private readonly jobs: Jobs,
  ) {}

  /** Answers with the document, or, beyond 8 MiB, with 202 and the job that it became. */
  @Post('deidentify')
  @HttpCode(200)
  @RouteConfig(UPLOAD_ROUTE)
  @RequirePermission('exchange:document:Deidentify')
  @ApiBody(UPLOAD_BODY)
  @ApiOkResponse({
    description: 'The rewritten document. With `accept: application/json`: `{ report, content }`, base64.',
    content: DOCUMENT_CONTENT,
  })
  @Describes(JobResponse, { status: 202 })
  async deidentify(@CurrentRequest() request: AuthenticatedRequest, @Res() reply: FastifyReply): Promise<void> {
    const { fields, files } = await readUpload(request);
    const { collection, kind: _, ...order } = fields;
    const scope = await this.scopes.open({ request, collectionId: collection });
    const file = await only(files);
    const { held, rest } = await upTo(file, INLINE_BYTES_MAX);
    if (rest) {
      const { principal, collectionId, context } = scope;
      const { purpose } = context;
      const options = { ...withoutAbsent(order), ...(purpose !== undefined && { purpose }) };
      const job = await this.jobs.receive({ kind: 'deidentify', collectionId, principal, options });
      try {
        await this.jobs.addFile(job, file.name, rest);
        const submitted = await this.jobs.submit(job);
        await reply.status(202).header('location', `/v1/jobs/${job.id}`).send(JobResponse.parse(submitted));
      } catch (error) {
        await this.jobs.delete(principal.tenantId, job.id).catch(() => undefined);
        throw error;
      }
      return;
    }
    const output = new MemorySink();
    const input = DocumentInput.fromBytes(file.name, held);
    const report = await this.documents.deidentify(scope, input, output, withoutAbsent(order));
    await answer(request, reply, file.name, report, output.bytes());
  }

  /** Values back in place of what stands for them, as far as policy allows; at most 8 MiB. */
  @Post('reidentify')
  @HttpCode(200)
  @RouteConfig(UPLOAD_ROUTE)
  @RequirePermission('exchange:document:Deidentify')
  @ApiBody(UPLOAD_BODY)
  @ApiOkResponse({ description: 'The document with the values that the caller may see.', content: DOCUMENT_CONTENT })
  async reidentify(@CurrentRequest() request: AuthenticatedRequest, @Res() reply: FastifyReply): Promise<void> {
    const { name, bytes, fields } = await this.whole(request);
    const scope = await this.scopes.open({ request, collectionId: fields.collection });
    const output = new MemorySink();
    const input = DocumentInput.fromBytes(name, bytes);
    const { format, unknownParts } = fields;
    const report = await this.documents.reidentify(scope, input, output, withoutAbsent({ format, unknownParts }));
    await answer(request, reply, name, report, output.bytes());
  }

  /** What a document holds, by part and type. Nothing is stored. */
  @Post('inspect')
  @RouteConfig(UPLOAD_ROUTE)
  @RequirePermission('exchange:privacy:Inspect')
  @ApiBody(UPLOAD_BODY)
  @Responds(InspectDocumentResponse)
  async inspect(@CurrentRequest() request: AuthenticatedRequest) {
    const { name, bytes, fields } = await this.whole(request);
    const { collection, kind: _, ...order } = fields;
    const scope = await this.scopes.open({ request, collectionId: collection });
    const input = DocumentInput.fromBytes(name, bytes);
    return { report: await this.documents.inspect(scope, input, withoutAbsent(order)) };
  }

  /** Reads the first rows of a table and proposes what becomes of each column. Nothing is stored. */
  @Post('columns')
  @RouteConfig(UPLOAD_ROUTE)
  @RequirePermission('exchange:privacy:Inspect')
  @ApiBody(UPLOAD_BODY)
  @Responds(ProfileColumnsResponse)
  async columns(@CurrentRequest() request: AuthenticatedRequest) {
    const { name, bytes, fields } = await this.whole(request);
    const { principal, collectionId } = await this.scopes.open({ request, collectionId: fields.collection });
    const { tenantId } = principal;
    const columns = await profileColumns(
      DocumentInput.fromBytes(name, bytes),
      async (segments) => {
        const texts = segments.map(({ text, label }) => ({ text, ...(label !== undefined && { label }) }));
        return this.detector.findAll({ tenantId, collectionId, texts });
      },
      fields.format === undefined ? {} : { format: formatById(fields.format) },
    );
    return { columns };
  }

  private async whole(request: AuthenticatedRequest) {
    const { fields, files } = await readUpload(request);
    const file = await only(files);
    const { held, rest } = await upTo(file, INLINE_BYTES_MAX);
    if (rest) {
      throw new DomainError('request.too_large', {
        publicMessage: 'The document is larger than 8 MiB. Use `pvg reidentify`, or a job for `inspect`.',
      });
    }
    return { name: file.name, bytes: held, fields };
  }
}

async function only(files: AsyncGenerator<UploadedFile>): Promise<UploadedFile> {
  const first = await files.next();
  if (first.done) {
    throw new DomainError('request.invalid', { publicMessage: 'file: is missing.', pointer: '/file' });
  }
  return first.value;
}

/** The whole content, or what there is of it in front of the rest. */
async function upTo(
  { content }: UploadedFile,
  bytesMax: number,
): Promise<{ held: Buffer; rest?: AsyncGenerator<Buffer> }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const source = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let next = await source.next(); !next.done; next = await source.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size > bytesMax) return { held: Buffer.alloc(0), rest: chained(chunks, source) };
  }
  return { held: Buffer.concat(chunks) };
}

async function* chained(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function answer(
  { headers }: AuthenticatedRequest,
  reply: FastifyReply,
  name: string,
  report: DocumentReport,
  bytes: Buffer,
): Promise<void> {
  const counts = Object.values(report.replaced).flatMap((types) => Object.values(types));
  reply.header('x-pvg-format', report.format).header(
    'x-pvg-entities',
    counts.reduce((sum, count) => sum + count, 0),
  );
  if (headers.accept?.includes('application/json')) {
    await reply.header('cache-control', 'no-store').send({ report, content: bytes.toString('base64') });
    return;
  }
  await attachment(reply, name, formatById(report.format).mediaType).send(bytes);
}
