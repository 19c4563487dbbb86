import type { ExchangeScope } from '#lib/deidentification';
import { DomainError, newRequestId } from '#lib/kernel';
import type { FileTask } from './item-worker.js';

/** The policy of a tenant as it is now: `PolicyStore`. */
export interface Policies {
  snapshot(tenantId: string): Promise<ExchangeScope['policy']>;
}

/**
 * The scope of a job's file: who asked then, by the policy of now. One conversation per job, so that a caller without
 * `vault:Join` has the same token for the same value in all of its files. Throws `policy.denied`.
 */
export async function openJobScope(policies: Policies, task: FileTask, now: Date): Promise<ExchangeScope> {
  const { principal, collectionId, kind } = task;
  const { tenantId } = principal;
  const { purpose } = task.options;
  const policy = await policies.snapshot(tenantId);
  const context = { now, ...(purpose !== undefined && { purpose }) };
  const conversationId = `job/${task.jobId}`;
  const decision = policy.decide({
    principal,
    action: kind === 'inspect' ? 'privacy:Inspect' : 'document:Deidentify',
    resource: { tenantId, collectionId },
    context: { ...context, conversation: conversationId },
  });
  if (!decision.allowed) {
    throw new DomainError('policy.denied', { publicMessage: 'Who asked for the job may no longer do this.' });
  }
  return { requestId: newRequestId(), principal, collectionId, conversationId, policy, context };
}
