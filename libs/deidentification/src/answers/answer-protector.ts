import type { AuditLog } from '#lib/audit';
import { type InfoType, isTokenBody, type Span, type VaultToken } from '#lib/kernel';
import { type CollectionSettings, maskValue, redactedText, type Vault } from '#lib/vault';
import type { CollectionDetector } from '../detection/collection-detector.js';
import type { ExchangeScope } from '../exchange.js';
import type { Container } from '../reidentify-stream/index.js';
import type { Restoration } from '../restoration.js';
import { auditHead } from '../reveal.js';
import { tokenScope } from '../token-scope.js';
import { GuardedLane, type LaneProtection } from './guarded-lane.js';

/** Makes the lanes of one answer in which new personal data is replaced. */
export interface AnswerGuard {
  lane(container: Container): GuardedLane;
}

/**
 * What happens to personal data that a model writes by itself (made up, or remembered from its training), as the collection
 * says: it passes, becomes a token of its own, is masked or redacted.
 *
 * INVARIANT: when detection, vault or audit cannot answer, it throws, and what was held back is not released.
 */
export class AnswerProtector {
  constructor(
    private readonly detector: CollectionDetector,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
  ) {}

  /** Null when the collection lets such data pass: then nothing is held back. */
  async open(scope: ExchangeScope, surface: string, restoration: Restoration): Promise<AnswerGuard | null> {
    const { answerPii } = await this.vault.settings(scope.principal.tenantId, scope.collectionId);
    if (answerPii === 'pass') return null;
    const protection: LaneProtection = {
      find: (text) => this.find(scope, restoration, text),
      replace: (values) => this.replace(scope, surface, restoration, answerPii, values),
    };
    return { lane: (container) => new GuardedLane(container, protection) };
  }

  /** Tokens, in whatever spelling, and other forms of this exchange are no new values: they are turned back later. */
  private async find({ principal, collectionId, detection }: ExchangeScope, restoration: Restoration, text: string) {
    const { tenantId } = principal;
    const task = { tenantId, collectionId, texts: [{ text }], ...(detection && { own: detection }) };
    const [findings = []] = await this.detector.findAll(task);
    const whole = [...tokenShapes(text, restoration.types), ...restoration.renditions.scan(text, true).matches];
    const values = findings.filter((finding) => !whole.some((span) => overlap(span, finding)));
    return { values: values.map(({ type, start, end }) => ({ type, start, end })), whole };
  }

  private async replace(
    scope: ExchangeScope,
    surface: string,
    restoration: Restoration,
    answerPii: Exclude<CollectionSettings['answerPii'], 'pass'>,
    values: readonly { readonly type: InfoType; readonly value: string }[],
  ): Promise<string[]> {
    if (answerPii === 'redact') return values.map(({ type }) => redactedText(type));
    if (answerPii === 'mask') return values.map(({ type, value }) => maskValue(type, value));
    if (values.length === 0) return [];
    const results = await this.vault.tokenize(
      tokenScope(scope),
      values.map(({ type, value }) => ({ type, value, origin: 'model' })),
    );
    const tokens: VaultToken[] = [];
    for (const result of results) {
      if (!result.ok) throw result.error;
      tokens.push(result.token);
      restoration.admit(result.token, result.record.type);
    }
    await this.audit.append([
      {
        ...auditHead(scope),
        action: 'values.tokenized',
        resource: { kind: 'collection', id: scope.collectionId },
        facts: {
          surface: `${surface}.answer`,
          count: tokens.length,
          types: [...new Set(values.map(({ type }) => type))].sort(),
        },
      },
    ]);
    return tokens;
  }
}

/** Tokens of the exchange's types in the spellings that the restorer reads; check symbols tell them from other text. */
function tokenShapes(text: string, types: ReadonlySet<InfoType>): Span[] {
  if (types.size === 0) return [];
  const words = [...types].map((type) => type.replaceAll('_', '[\\s_\\\\-]+')).join('|');
  const body = '((?:[\\s*]?[0-9A-Z]){10})';
  const pattern = new RegExp(`\\[?\\W?(?:${words})[\\s_\\\\-]*${body}(?:-\\w{4})?\\]?`, 'gi');
  return [...text.matchAll(pattern)]
    .filter(([, symbols]) => isTokenBody(symbols!.replace(/[\s*]/g, '').toUpperCase()))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
