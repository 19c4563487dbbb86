import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord } from '#lib/audit';
import { type RecordedDecision, requestFromRecord } from '#lib/policy';

const PAGE_ROWS = 1_000;
/** How far back is looked for decisions among everything else. */
const ROWS_MAX = 50_000;

/** Decisions that were enforced, read back from the audit log: one for each value that was decided on. */
@Injectable()
export class RecordedDecisions {
  constructor(private readonly audit: AuditLog) {}

  /** The last `countMax`, newest first. */
  async last(tenantId: string, countMax: number): Promise<RecordedDecision[]> {
    const found: RecordedDecision[] = [];
    let after: number | undefined;
    for (let rows = 0; rows < ROWS_MAX && found.length < countMax; rows += PAGE_ROWS) {
      const page = await this.audit.read(tenantId, {
        limit: PAGE_ROWS,
        order: 'newest',
        ...(after !== undefined && { after }),
      });
      for (const record of page.events) found.push(...decisionsOf(tenantId, record));
      if (page.next === null) break;
      after = page.next;
    }
    return found.slice(0, countMax);
  }
}

function decisionsOf(tenantId: string, record: AuditRecord): RecordedDecision[] {
  const { decision, facts, requestId, recordedAt } = record;
  const request = decision && facts && requestFromRecord(tenantId, facts, new Date(recordedAt));
  if (!request) return [];
  const level = decision.level ?? (decision.allowed ? 'token' : 'omit');
  const recorded = { requestId, request, outcome: { allowed: decision.allowed, level } };
  const { tokens } = facts;
  return Array.from({ length: Array.isArray(tokens) ? tokens.length : 1 }, () => recorded);
}
