import { Injectable } from '@nestjs/common';
import { type Job, Jobs } from '#lib/ingestion';
import { DomainError } from '#lib/kernel';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import type { AuthenticatedRequest } from '../http/current-request.js';

/**
 * Jobs as a caller may know of them: one's own and, for who watches over the installation (`system:Read`), those of others.
 * Any other does not exist. What may be done with them is the route's permission.
 */
@Injectable()
export class JobAccess {
  constructor(
    private readonly jobs: Jobs,
    private readonly scopes: ExchangeScopes,
  ) {}

  /** Throws `resource.not_found`. */
  async open(request: AuthenticatedRequest, id: string): Promise<Job> {
    const job = await this.jobs.get(request.user.tenantId, id);
    if (job.principalId === request.user.id || (await this.seesAll(request))) return job;
    throw new DomainError('resource.not_found', { publicMessage: 'There is no such job.' });
  }

  /** Whether the caller sees the jobs of others. */
  async seesAll(request: AuthenticatedRequest): Promise<boolean> {
    const { principal, context, policy } = await this.scopes.open({ request });
    const resource = { tenantId: principal.tenantId, collectionId: '*' };
    return policy.decide({ principal, action: 'system:Read', resource, context }).allowed;
  }
}
