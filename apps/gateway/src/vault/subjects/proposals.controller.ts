import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseVaultToken } from '#lib/kernel';
import { Subjects } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { SubjectAccess } from './subject-access.js';
import { tokensOf } from './subjects.controller.js';
import {
  ConfirmRequest,
  ConfirmResponse,
  ProposalId,
  ProposalList,
  ProposalsQuery,
  ProposeRequest,
  ProposeResponse,
} from './subjects.schema.js';

/** Values that may be one person's: proposed by rules, linked only when somebody confirms. */
@ApiTags('Subjects')
@Controller('v1/subjects/proposals')
export class ProposalsController {
  constructor(
    private readonly access: SubjectAccess,
    private readonly subjects: Subjects,
  ) {}

  @Post()
  @RequirePermission('exchange:vault:Link')
  @Responds(ProposeResponse)
  async propose(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: ProposeRequest }) { items }: ProposeRequest,
  ) {
    const scope = await this.access.open(request);
    const tokens = tokensOf(items.map(({ token }) => token));
    const candidates = items.map(({ value = '', record, document }, index) => ({
      token: tokens[index]!,
      type: parseVaultToken(tokens[index]!)!.type,
      value,
      ...(record !== undefined && { record }),
      ...(document !== undefined && { document }),
    }));
    const proposed = await this.subjects.proposals.propose(scope.principal.tenantId, candidates);
    await this.access.record(scope, 'subject_links.proposed', 'proposals', { proposed });
    return { proposed };
  }

  @Get()
  @RequirePermission('exchange:vault:Link')
  @Responds(ProposalList)
  async list(
    @CurrentRequest() request: AuthenticatedRequest,
    @Query({ schema: ProposalsQuery }) { limit }: ProposalsQuery,
  ) {
    const { principal } = await this.access.open(request);
    return { items: await this.subjects.proposals.list(principal.tenantId, limit) };
  }

  @Post(':id/confirm')
  @RequirePermission('exchange:vault:Link')
  @Responds(ConfirmResponse)
  async confirm(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: ProposalId }) id: string,
    @Body({ schema: ConfirmRequest }) body: ConfirmRequest,
  ) {
    const scope = await this.access.open(request, body.subjectId);
    const subjectId = await this.subjects.proposals.confirm(scope.principal.tenantId, id, body.subjectId);
    await this.access.record(scope, 'subject_link.confirmed', subjectId, { proposal: id });
    return { subjectId };
  }

  @Post(':id/reject')
  @RequirePermission('exchange:vault:Link')
  @RespondsNothing()
  async reject(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: ProposalId }) id: string,
  ): Promise<void> {
    const scope = await this.access.open(request);
    await this.subjects.proposals.reject(scope.principal.tenantId, id);
    await this.access.record(scope, 'subject_link.rejected', 'proposals', { proposal: id });
  }
}
