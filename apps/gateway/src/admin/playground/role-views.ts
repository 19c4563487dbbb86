import { type ExchangeScope, RevealDecider, renderAt } from '#lib/deidentification';
import type { VaultToken } from '#lib/kernel';
import { type PolicySnapshot, roleSubject } from '#lib/policy';
import type { Vault } from '#lib/vault';
import type { MarkedPart } from './marked-text.js';

export interface ViewsInput {
  readonly vault: Vault;
  readonly scope: ExchangeScope;
  /** The policies to ask, which need not be those in force. */
  readonly policy: PolicySnapshot;
  readonly roles: readonly string[];
  readonly purpose: string | undefined;
  readonly suppliedByReader: boolean;
  /** The answer, cut at its values. */
  readonly answer: readonly MarkedPart[];
  /** What the caller itself wrote in this request, by token: nothing else is shown to anybody. */
  readonly values: ReadonlyMap<VaultToken, string>;
}

/** The answer as somebody with each role alone would get it, decided by the evaluator that enforces. */
export async function roleViews(input: ViewsInput) {
  const { vault, scope, policy, roles, purpose, suppliedByReader, answer, values } = input;
  const { tenantId } = scope.principal;
  const records = await vault.describe(tenantId, [...values.keys()]);
  const collections = [...records.values()].map(({ collectionId }) => collectionId);
  const { reason: _, sourceIp: __, mfa: ___, purpose: ____, ...context } = scope.context;
  return Promise.all(
    roles.map(async (role) => {
      const reader: ExchangeScope = {
        ...scope,
        policy,
        principal: roleSubject(tenantId, role).principal,
        context: { ...context, ...(purpose !== undefined && { purpose }) },
      };
      const decider = await RevealDecider.open(vault, reader, collections);
      const segments = answer.map(({ text, token }) => {
        const record = token && records.get(token);
        const value = token && values.get(token);
        if (!record || value === undefined) return { text };
        const { level, decidedBy } = decider.decide(record, suppliedByReader);
        const shown = renderAt(level, record.token, record.type, () => value);
        return { text: shown, value: { token: record.token, type: record.type, level, decidedBy: [...decidedBy] } };
      });
      return { role, segments };
    }),
  );
}
