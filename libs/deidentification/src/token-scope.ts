import type { TokenScope } from '#lib/vault';
import type { ExchangeScope } from './exchange.js';

/** Consistent tokens tell whether a value is stored, so collection scope takes `vault:Join`; otherwise the conversation's. */
export function tokenScope(scope: ExchangeScope): TokenScope {
  const { principal, collectionId, policy, context, conversationId } = scope;
  const { tenantId } = principal;
  const join = policy.decide({
    principal,
    action: 'vault:Join',
    resource: { tenantId, collectionId },
    context: { ...context, conversation: conversationId, suppliedByCaller: true },
  });
  return {
    tenantId,
    collectionId,
    consistency: join.allowed ? { kind: 'collection' } : { kind: 'conversation', id: conversationId },
  };
}
