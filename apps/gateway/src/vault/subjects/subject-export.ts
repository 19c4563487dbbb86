import { Injectable } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import type { ExchangeScope } from '#lib/deidentification';
import { levelRank } from '#lib/kernel';
import { cappedBy } from '#lib/policy';
import { type CollectionSettings, ceilingOf, type ExportedValue, maskValue, Subjects, Vault } from '#lib/vault';
import { auditActor } from '../../exchange/audit-actor.js';
import { inGroups } from '../bulk/read-lines.js';
import type { ExportedItem } from './subjects.schema.js';

const GROUP_SIZE = 100;
const COLUMNS = [
  'token',
  'type',
  'level',
  'value',
  'collection',
  'origins',
  'createdAt',
  'expiresAt',
  'shared',
] as const;

/**
 * Everything of a data subject, as far as the caller may see each value: the right to export opens the list, the reveal
 * levels of the policy decide what stands in it. Each group is on record before it is released.
 */
@Injectable()
export class SubjectExport {
  constructor(
    private readonly subjects: Subjects,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
  ) {}

  async *json(scope: ExchangeScope, subjectId: string): AsyncGenerator<string> {
    let separator = '[';
    for await (const item of this.items(scope, subjectId)) {
      yield `${separator}\n${JSON.stringify(item)}`;
      separator = ',';
    }
    yield separator === '[' ? '[]\n' : '\n]\n';
  }

  /** RFC 4180. A cell that a spreadsheet would run as a formula gets a leading apostrophe (OWASP, "CSV Injection"). */
  async *csv(scope: ExchangeScope, subjectId: string): AsyncGenerator<string> {
    yield `${COLUMNS.join(',')}\r\n`;
    for await (const item of this.items(scope, subjectId)) {
      yield `${COLUMNS.map((column) => csvCell(item[column])).join(',')}\r\n`;
    }
  }

  private async *items(scope: ExchangeScope, subjectId: string): AsyncGenerator<ExportedItem> {
    const { tenantId } = scope.principal;
    for await (const group of inGroups(this.subjects.export(tenantId, subjectId), GROUP_SIZE)) {
      const settings = new Map<string, CollectionSettings>();
      for (const { collection } of group) {
        if (!settings.has(collection)) settings.set(collection, await this.vault.settings(tenantId, collection));
      }
      const items = group
        .map((value) => itemOf(scope, subjectId, value, settings.get(value.collection)!))
        .filter((item) => item !== null);
      await this.record(scope, subjectId, items);
      yield* items;
    }
  }

  private async record(scope: ExchangeScope, subjectId: string, items: readonly ExportedItem[]): Promise<void> {
    const { principal, context, requestId, policy } = scope;
    await this.audit.append(
      [...new Set(items.map(({ level }) => level))].map((level) => ({
        tenantId: principal.tenantId,
        action: 'subject_values.exported',
        actor: auditActor(principal),
        resource: { kind: 'subject', id: subjectId },
        ...(context.purpose !== undefined && { purpose: context.purpose }),
        ...(context.reason !== undefined && { reason: context.reason }),
        decision: { level, allowed: true, decidedBy: [], policyHash: policy.hash },
        requestId,
        facts: { tokens: items.filter((item) => item.level === level).map(({ token }) => token) },
      })),
    );
  }
}

/** Null for a value of which the caller may not even see the token: it isn't in the list. */
function itemOf(
  scope: ExchangeScope,
  subject: string,
  exported: ExportedValue,
  settings: CollectionSettings,
): ExportedItem | null {
  const { principal, policy, context, conversationId } = scope;
  const { value, token, type, collection, origins, createdAt, expiresAt, shared } = exported;
  const decision = policy.decide({
    principal,
    action: 'vault:Reveal',
    resource: { tenantId: principal.tenantId, collectionId: collection, infoType: type, subject, origins },
    context: { ...context, conversation: conversationId, suppliedByCaller: false },
  });
  const { level } = cappedBy(decision, ceilingOf(settings, type));
  if (levelRank(level) < levelRank('token')) return null;
  const shown = level === 'plain' ? value : level === 'masked' ? maskValue(type, value) : null;
  return { token, type, level, value: shown, collection, origins, createdAt, expiresAt, shared };
}

function csvCell(value: ExportedItem[(typeof COLUMNS)[number]]): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  const safe = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
