import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#lib/kernel';
import { type ErasureCertificate, Subjects } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { streamAnswer } from '../../http/stream-answer.js';
import { SubjectId } from '../vault.schema.js';
import { SubjectAccess } from './subject-access.js';
import { SubjectExport } from './subject-export.js';
import {
  CertificateKeyResponse,
  CertificateResponse,
  CompleteErasureRequest,
  EraseRequest,
  ExportQuery,
  HoldRequest,
  SubjectResponse,
} from './subjects.schema.js';

/** What a person may ask for: an export, erasure in two stages; and what may forbid the latter. */
@ApiTags('Subjects')
@Controller('v1/subjects')
export class ErasureController {
  constructor(
    private readonly access: SubjectAccess,
    private readonly subjects: Subjects,
    private readonly exporting: SubjectExport,
  ) {}

  /** The public key that verifies certificates of erasure; publish it where auditors find it. */
  @Get('certificate-key')
  @RequirePermission('exchange:vault:Erase')
  @Responds(CertificateKeyResponse)
  async certificateKey(@CurrentRequest() request: AuthenticatedRequest) {
    const { principal } = await this.access.open(request);
    return this.subjects.signer.publicKey(principal.tenantId);
  }

  /** Everything of a subject, each value as far as the caller may see it. */
  @Get(':id/export')
  @RequirePermission('exchange:vault:Export')
  @ApiProduces('application/json', 'text/csv')
  @ApiOkResponse({ description: 'The values of the subject.' })
  async export(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
    @Query({ schema: ExportQuery }) { format }: ExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const scope = await this.access.open(request, id);
    await this.subjects.get(scope.principal.tenantId, id);
    await this.access.record(scope, 'subject.exported', id, { format });
    const csv = format === 'csv';
    const pieces = csv ? this.exporting.csv(scope, id) : this.exporting.json(scope, id);
    const type = csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
    await streamAnswer(reply.status(200), type, pieces);
  }

  /** Forbids erasure until it is released. */
  @Put(':id/hold')
  @RequirePermission('exchange:vault:Hold')
  @Responds(SubjectResponse)
  async hold(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
    @Body({ schema: HoldRequest }) { reason }: HoldRequest,
  ) {
    const scope = await this.access.open(request, id);
    const held = await this.subjects.hold(scope.principal.tenantId, id, reason);
    await this.access.record(scope, 'subject_hold.placed', id);
    return held;
  }

  @Delete(':id/hold')
  @RequirePermission('exchange:vault:Hold')
  @Responds(SubjectResponse)
  async release(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: SubjectId }) id: string) {
    const scope = await this.access.open(request, id);
    const released = await this.subjects.release(scope.principal.tenantId, id);
    await this.access.record(scope, 'subject_hold.released', id);
    return released;
  }

  /** Asks for an erasure that another person then approves, by erasing. */
  @Post(':id/erase/request')
  @RequirePermission('exchange:vault:Erase')
  @Responds(SubjectResponse, { status: 202 })
  async requestErasure(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
  ) {
    const scope = await this.access.open(request, id);
    const { tenantId, id: by } = scope.principal;
    await this.subjects.requestErasure(tenantId, id, by);
    await this.access.record(scope, 'subject_erasure.asked', id);
    return this.subjects.get(tenantId, id);
  }

  @Delete(':id/erase/request')
  @RequirePermission('exchange:vault:Erase')
  @Responds(SubjectResponse)
  async withdrawErasure(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
  ) {
    const scope = await this.access.open(request, id);
    const { tenantId } = scope.principal;
    await this.subjects.withdrawErasure(tenantId, id);
    await this.access.record(scope, 'subject_erasure.withdrawn', id);
    return this.subjects.get(tenantId, id);
  }

  /**
   * Stage one: out of the database that serves, at once and for ever. Recorded before it is done. Repeating it gives the
   * same certificate. Where a collection needs two people, or one has asked for it, who asked is refused (403).
   */
  @Post(':id/erase')
  @RequirePermission('exchange:vault:Erase')
  @Responds(CertificateResponse)
  async erase(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
    @Body({ schema: EraseRequest }) { confirm }: EraseRequest,
  ): Promise<ErasureCertificate> {
    const scope = await this.access.open(request, id);
    if (confirm !== id) {
      throw new DomainError('request.invalid', {
        publicMessage: '/confirm must be the id of the subject, as the path has it.',
        pointer: '/confirm',
      });
    }
    await this.access.record(scope, 'subject_erasure.requested', id);
    const certificate = await this.subjects.erase(scope.principal.tenantId, id, scope.principal.id);
    const { valuesErased, exclusions, ledger } = certificate.statement;
    await this.access.record(scope, 'subject.erased', id, {
      stage: 'live',
      values: valuesErased,
      exclusions: exclusions.length,
      ledgerSeq: ledger.seq,
    });
    return certificate;
  }

  /** Stage two: the certificate that no backup opens the values either. 409 while one may, naming the key versions left. */
  @Post(':id/erase/complete')
  @RequirePermission('exchange:vault:Erase')
  @Responds(CertificateResponse)
  async complete(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
    @Body({ schema: CompleteErasureRequest }) { backupsExpired }: CompleteErasureRequest,
  ): Promise<ErasureCertificate> {
    const scope = await this.access.open(request, id);
    const certificate = await this.subjects.complete(scope.principal.tenantId, id, { backupsExpired });
    const { because, ledger } = certificate.statement;
    await this.access.record(scope, 'subject.erased', id, {
      stage: 'backups',
      ledgerSeq: ledger.seq,
      ...(because !== undefined && { because }),
    });
    return certificate;
  }
}
