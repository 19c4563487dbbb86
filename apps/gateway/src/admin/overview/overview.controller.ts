import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditLog } from '#lib/audit';
import { Clock } from '#lib/kernel';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { Health } from './health.js';
import { ActivityQuery, ActivityResponse, FIRST_STEPS, HealthResponse } from './overview.schema.js';

const HOUR_MS = 3_600_000;
const LOOKED_AT = 200;
const DECISIONS_SHOWN = 8;

/** What an administrator sees first: what happened lately, and whether every part does its work. */
@ApiTags('Overview')
@Controller('admin/v1')
export class OverviewController {
  constructor(
    private readonly log: AuditLog,
    private readonly health: Health,
    private readonly clock: Clock,
  ) {}

  @Get('activity')
  @RequirePermission('audit:Read')
  @Responds(ActivityResponse)
  async activity(
    @CurrentRequest() { user: { tenantId } }: AuthenticatedRequest,
    @Query({ schema: ActivityQuery }) { hours }: ActivityQuery,
  ) {
    const since = new Date(this.clock.now().getTime() - hours * HOUR_MS);
    const [figures, { events }, recorded] = await Promise.all([
      this.log.activity(tenantId, since),
      this.log.read(tenantId, { order: 'newest', limit: LOOKED_AT, from: since }),
      this.log.recordedActions(tenantId, Object.values(FIRST_STEPS)),
    ]);
    const decisions = events.filter(({ decision }) => decision !== undefined).slice(0, DECISIONS_SHOWN);
    const firstSteps = Object.fromEntries(
      Object.entries(FIRST_STEPS).map(([step, action]) => [step, recorded.has(action)]),
    );
    return { since, ...figures, decisions, firstSteps };
  }

  /** How this process sees upstreams, keys, the audit chain and jobs. For load balancers there is `/readyz`. */
  @Get('health')
  @RequirePermission('system:Read')
  @Responds(HealthResponse)
  async status(@CurrentRequest() { user: { tenantId } }: AuthenticatedRequest) {
    return this.health.of(tenantId);
  }
}
