import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ALL_RECOGNIZERS } from '#lib/detection';
import { Clock, DomainError } from '#lib/kernel';
import { accessMatrix, PrincipalDirectory, replayDecisions, requestFromSpec, simulate } from '#lib/policy';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { CollectionCeilings } from './collection-ceilings.js';
import { MatrixSubjects } from './matrix-subjects.js';
import { PolicyChoices } from './policy-choices.js';
import { RecordedDecisions } from './recorded-decisions.js';
import {
  MatrixQuery,
  MatrixResponse,
  ReplayRequest,
  ReplayResponse,
  SimulateRequest,
  SimulateResponse,
} from './simulation.schema.js';

/** What is detected, and so what a matrix shows when no types are named. */
const DETECTED_TYPES = [...new Set(ALL_RECOGNIZERS.flatMap(({ types }) => types))].sort();

/** Questions to the evaluator that enforces: one decision, everybody's, or what a draft would have changed. */
@ApiTags('Simulation')
@Controller('admin/v1')
@RequirePermission('policy:Read')
export class SimulationController {
  constructor(
    private readonly choices: PolicyChoices,
    private readonly ceilings: CollectionCeilings,
    private readonly subjects: MatrixSubjects,
    private readonly recorded: RecordedDecisions,
    private readonly directory: PrincipalDirectory,
    private readonly audit: AdminAudit,
    private readonly clock: Clock,
  ) {}

  /** The decision that would be enforced, with the statements that made it and those that nearly matched. */
  @Post('simulate')
  @Responds(SimulateResponse)
  async simulate(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: SimulateRequest }) body: SimulateRequest,
  ) {
    const { tenantId } = request.user;
    const { principal, policy, ...rest } = body;
    const snapshot = await this.choices.snapshot(tenantId, policy);
    const asked = requestFromSpec(
      tenantId,
      { ...rest, principal: typeof principal === 'string' ? { id: principal } : principal },
      this.clock.now(),
    );
    const who = typeof principal === 'string' ? await this.known(tenantId, principal) : asked.principal;
    const ceilings = await this.ceilings.of(tenantId);
    const { decision, ...explanation } = simulate(snapshot.under(ceilings), { ...asked, principal: who });
    return { ...decision, ...explanation };
  }

  /** Who sees what: roles, tools and models against info types. */
  @Get('matrix')
  @Responds(MatrixResponse)
  async matrix(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: MatrixQuery }) query: MatrixQuery) {
    const { tenantId } = request.user;
    const { collection, policyId, version, purpose, tool, types = DETECTED_TYPES } = query;
    if ((policyId === undefined) !== (version === undefined)) {
      throw new DomainError('request.invalid', { publicMessage: 'Give policyId and version together.' });
    }
    const choice = policyId !== undefined && version !== undefined ? { policyId, version } : undefined;
    const snapshot = await this.choices.snapshot(tenantId, choice);
    const rows = accessMatrix(snapshot.under(await this.ceilings.of(tenantId)), {
      tenantId,
      collectionId: collection,
      infoTypes: types,
      subjects: await this.subjects.of(tenantId, snapshot.document, query),
      context: {
        now: this.clock.now(),
        ...(purpose !== undefined && { purpose }),
        ...(tool !== undefined && { tool }),
      },
    });
    return { policyHash: snapshot.hash, types, rows };
  }

  /** Decides the last recorded decisions again by a draft: what would newly be shown, and what hidden. */
  @Post('replay')
  @RequirePermission('audit:Read')
  @Responds(ReplayResponse)
  async replay(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: ReplayRequest }) { policy, last }: ReplayRequest,
  ) {
    const { tenantId } = request.user;
    const draft = await this.choices.snapshot(tenantId, policy);
    const underCeilings = draft.under(await this.ceilings.of(tenantId));
    const replay = replayDecisions(await this.recorded.last(tenantId, last), underCeilings);
    await this.audit.record(request, {
      action: 'policy_draft.replayed',
      resource: { kind: 'policy', id: policy.policyId },
      facts: { version: policy.version, decisions: replay.decisionCount },
    });
    return replay;
  }

  private async known(tenantId: string, id: string) {
    const found = (await this.directory.activePrincipals(tenantId)).find((principal) => principal.id === id);
    if (found) return found;
    throw new DomainError('resource.not_found', {
      publicMessage: 'There is no such principal.',
      pointer: '/principal',
    });
  }
}
