import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  AUDIT_CSV_HEADER,
  AuditLog,
  type AuditQuery,
  auditCsvLine,
  auditLine,
  CheckpointSigner,
  openCheckpoint,
} from '#lib/audit';
import { withoutAbsent } from '#lib/kernel';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { streamAnswer } from '../../http/stream-answer.js';
import { AdminAudit } from '../admin-audit.js';
import {
  AuditExportQuery,
  AuditPageResponse,
  AuditSearchQuery,
  SignedCheckpointResponse,
  VerdictResponse,
  VerifyAuditRequest,
} from './audit.schema.js';
import { CheckpointSchedule } from './checkpoint-schedule.js';

type Filters = Omit<AuditExportQuery, 'format'>;

/** The tamper-evident log of who did what: search, export, verify, checkpoint. */
@ApiTags('Audit')
@Controller('admin/v1/audit')
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly signer: CheckpointSigner,
    private readonly schedule: CheckpointSchedule,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('audit:Read')
  @Responds(AuditPageResponse)
  async search(
    @CurrentRequest() request: AuthenticatedRequest,
    @Query({ schema: AuditSearchQuery }) query: AuditSearchQuery,
  ) {
    const { order, limit, after, ...filters } = query;
    const { events, next } = await this.log.read(request.user.tenantId, {
      ...filtersOf(filters),
      order,
      limit,
      ...(after !== undefined && { after }),
    });
    return { items: events, next };
  }

  /**
   * Streams the log. JSON Lines without a filter can be verified offline; CSV is for people and safe to open in a
   * spreadsheet. A connection that is cut short means that the export failed.
   */
  @Get('export')
  @RequirePermission('audit:Export')
  @ApiProduces('application/x-ndjson', 'text/csv')
  @ApiOkResponse({ description: 'One event a line.' })
  async export(
    @CurrentRequest() request: AuthenticatedRequest,
    @Query({ schema: AuditExportQuery }) { format, ...filters }: AuditExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.audit.record(request, {
      action: 'audit_log.exported',
      resource: { kind: 'audit_log' },
      facts: { format, filtered: Object.values(filters).some((value) => value !== undefined) },
    });
    const { tenantId } = request.user;
    const lines = format === 'csv' ? this.csv(tenantId, filters) : this.jsonLines(tenantId, filters);
    await streamAnswer(reply, format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson', lines);
  }

  /**
   * Verifies the whole chain, and that it still is the one that this gateway signed: by its last checkpoint outside the
   * database, and by those that are given.
   */
  @Post('verify')
  @RequirePermission('audit:Read')
  @Responds(VerdictResponse)
  async verify(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: VerifyAuditRequest }) { checkpoints }: VerifyAuditRequest,
  ) {
    const { tenantId } = request.user;
    const opened = checkpoints.map((text) => openCheckpoint(text, [this.signer.publicKey]));
    const { checkpoint: own } = await this.schedule.standing(tenantId);
    const given = own !== null && opened.some(({ hash, sequence }) => hash === own.hash && sequence === own.sequence);
    const verdict = await this.log.verify({ tenantId, checkpoints: own && !given ? [...opened, own] : opened });
    await this.audit.record(request, {
      action: 'audit_log.verified',
      resource: { kind: 'audit_log' },
      facts: { valid: verdict.valid, rows: verdict.rowCount, ...(verdict.fault && { fault: verdict.fault.kind }) },
    });
    return verdict;
  }

  /** Signs where the chain ends. Kept outside the database, it shows when the chain is cut or replaced afterwards. */
  @Post('checkpoint')
  @RequirePermission('audit:Export')
  @Responds(SignedCheckpointResponse)
  async checkpoint(@CurrentRequest() request: AuthenticatedRequest) {
    const checkpoint = await this.log.checkpoint(request.user.tenantId, this.signer);
    await this.audit.record(request, {
      action: 'audit_checkpoint.signed',
      resource: { kind: 'audit_log' },
      facts: { sequence: checkpoint.sequence, keyId: checkpoint.keyId },
    });
    return { checkpoint, publicKey: this.signer.publicKey };
  }

  private async *jsonLines(tenantId: string, filters: Filters): AsyncGenerator<string> {
    for await (const row of this.log.rows(tenantId, filtersOf(filters))) yield `${auditLine(row)}\n`;
  }

  private async *csv(tenantId: string, filters: Filters): AsyncGenerator<string> {
    yield `${AUDIT_CSV_HEADER}\r\n`;
    for await (const row of this.log.rows(tenantId, filtersOf(filters))) yield `${auditCsvLine(row)}\r\n`;
  }
}

function filtersOf({ from, until, ...rest }: Filters): Omit<AuditQuery, 'limit' | 'order' | 'after'> {
  return {
    ...withoutAbsent(rest),
    ...(from !== undefined && { from: new Date(from) }),
    ...(until !== undefined && { until: new Date(until) }),
  };
}
