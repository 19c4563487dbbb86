import { Readable } from 'node:stream';
import { Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Job, type JobItem, Jobs } from '#lib/ingestion';
import { DomainError, withoutAbsent } from '#lib/kernel';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { PageQuery } from '../http/page.js';
import { RequirePermission } from '../http/permission.js';
import { Responds, RespondsNothing } from '../http/responds.js';
import { attachment } from './attachment.js';
import { ItemSeq, JOB_BODY, JobId, JobItemList, JobList, JobResponse } from './documents.schema.js';
import { JobAccess } from './job-access.js';
import { JobWatch } from './job-watch.js';
import { readUpload, UPLOAD_ROUTE } from './upload.js';

const HEARTBEAT_MS = 15_000;
const ItemsQuery = PageQuery.extend({
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']).optional(),
});
type ItemsQuery = z.infer<typeof ItemsQuery>;

/** Documents in numbers: handed over at once, rewritten by workers, fetched when done. */
@ApiTags('Documents')
@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly jobs: Jobs,
    private readonly scopes: ExchangeScopes,
    private readonly access: JobAccess,
    private readonly watch: JobWatch,
  ) {}

  /** Takes any number of files as they come in. The job begins when the last one is stored. */
  @Post()
  @RouteConfig(UPLOAD_ROUTE)
  @RequirePermission('exchange:document:Deidentify')
  @ApiConsumes('multipart/form-data')
  @ApiBody(JOB_BODY)
  @Responds(JobResponse, { status: 202 })
  async create(@CurrentRequest() request: AuthenticatedRequest): Promise<Job> {
    const { fields, files } = await readUpload(request);
    const { collection, kind = 'deidentify', ...order } = fields;
    const { principal, collectionId, context } = await this.scopes.open({ request, collectionId: collection });
    const { purpose } = context;
    const job = await this.jobs.receive({
      kind,
      collectionId,
      principal,
      options: { ...withoutAbsent(order), ...(purpose !== undefined && { purpose }) },
    });
    try {
      for await (const { name, content } of files) await this.jobs.addFile(job, name, content);
      return await this.jobs.submit(job);
    } catch (error) {
      await this.jobs.delete(principal.tenantId, job.id).catch(() => undefined);
      throw error;
    }
  }

  /** One's own jobs, newest first; with `system:Read` those of everybody. */
  @Get()
  @RequirePermission('job:Read')
  @Responds(JobList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    const { tenantId, id } = request.user;
    const all = await this.access.seesAll(request);
    const before = page.after === undefined ? undefined : cursorOf(page.after);
    const items = await this.jobs.list(tenantId, {
      ...(!all && { principalId: id }),
      ...(before && { before }),
      limit: page.limit + 1,
    });
    const last = items[page.limit - 1];
    const more = items.length > page.limit && last !== undefined;
    return { items: items.slice(0, page.limit), next: more ? `${last.createdAt.toISOString()}~${last.id}` : null };
  }

  @Get(':id')
  @RequirePermission('job:Read')
  @Responds(JobResponse)
  get(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: JobId }) id: string): Promise<Job> {
    return this.access.open(request, id);
  }

  /** Its files, in the order in which they were handed over. */
  @Get(':id/items')
  @RequirePermission('job:Read')
  @Responds(JobItemList)
  async items(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: JobId }) id: string,
    @Query({ schema: ItemsQuery }) { after, limit, state }: ItemsQuery,
  ): Promise<{ items: JobItem[]; next: string | null }> {
    await this.access.open(request, id);
    const from = after === undefined ? 0 : Number(after);
    if (!Number.isInteger(from)) throw unknownPage();
    const found = await this.jobs.items(request.user.tenantId, id, {
      after: from,
      limit: limit + 1,
      ...(state && { state }),
    });
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? String(items.at(-1)!.seq) : null };
  }

  /** How far it is, as server-sent events: `progress` when it changes, `done` at the end. */
  @Get(':id/events')
  @RequirePermission('job:Read')
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Events whose data is a Job.' })
  async events(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: JobId }) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.access.open(request, id);
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    const events = this.progress(request.user.tenantId, id, gone.signal);
    await reply
      .header('cache-control', 'no-store')
      .type('text/event-stream')
      .send(Readable.from(events, { objectMode: false }));
  }

  /** The result of one file. */
  @Get(':id/items/:seq/content')
  @RequirePermission('job:Read')
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ description: 'The rewritten document.' })
  async content(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: JobId }) id: string,
    @Param('seq', { schema: ItemSeq }) seq: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.access.open(request, id);
    const { item, content } = await this.jobs.output(request.user.tenantId, id, seq);
    await attachment(reply, item.name, 'application/octet-stream').send(Readable.from(content, { objectMode: false }));
  }

  @Post(':id/cancel')
  @RequirePermission('job:Write')
  @Responds(JobResponse)
  async cancel(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: JobId }) id: string) {
    await this.access.open(request, id);
    return this.jobs.cancel(request.user.tenantId, id);
  }

  /** Does failed and cancelled files again, and those with records that failed. */
  @Post(':id/retry')
  @RequirePermission('job:Write')
  @Responds(JobResponse, { status: 202 })
  async retry(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: JobId }) id: string) {
    await this.access.open(request, id);
    return this.jobs.retry(request.user.tenantId, id);
  }

  /** Deletes the job, its files and its results. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('job:Write')
  @RespondsNothing()
  async delete(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: JobId }) id: string) {
    await this.access.open(request, id);
    await this.jobs.delete(request.user.tenantId, id);
  }

  private async *progress(tenantId: string, id: string, signal: AbortSignal): AsyncGenerator<string> {
    let told = '';
    let toldAtMs = performance.now();
    for (let event = 1; !signal.aborted; ) {
      // Asked for before the job is read: a change in between is not missed.
      const changed = this.watch.changed(tenantId, id, signal);
      const job = await this.jobs.get(tenantId, id).catch(() => null);
      const data = JSON.stringify(JobResponse.nullable().parse(job));
      const ended = job === null || job.state === 'finished' || job.state === 'cancelled';
      if (data !== told || ended) {
        told = data;
        toldAtMs = performance.now();
        yield `id: ${event}\nevent: ${ended ? 'done' : 'progress'}\ndata: ${data}\n\n`;
        event += 1;
      } else if (performance.now() - toldAtMs > HEARTBEAT_MS) {
        toldAtMs = performance.now();
        yield ': still here\n\n';
      }
      if (ended) return;
      await changed;
    }
  }
}

function cursorOf(after: string): Pick<Job, 'createdAt' | 'id'> {
  const [at = '', id = ''] = after.split('~');
  const createdAt = new Date(at);
  if (Number.isNaN(createdAt.getTime()) || !JobId.safeParse(id).success) throw unknownPage();
  return { createdAt, id };
}

function unknownPage(): DomainError {
  return new DomainError('request.invalid', {
    publicMessage: 'after: must be the `next` of a page.',
    pointer: '/after',
  });
}
