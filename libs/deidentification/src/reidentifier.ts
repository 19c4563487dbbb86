import type { AuditEvent, AuditLog } from '#lib/audit';
import {
  type Edit,
  findVaultTokens,
  parseVaultToken,
  type Secret,
  type SlottedBody,
  type TextSlot,
  type VaultToken,
} from '#lib/kernel';
import type { IssuedForm, TokenScope, Vault, VaultRecord } from '#lib/vault';
import type { ExchangeScope } from './exchange.js';
import { StreamRestorer } from './reidentify-stream/index.js';
import { type Restorable, Restoration, renderAt } from './restoration.js';
import { RevealDecider, type RevealDecision, revealEvents } from './reveal.js';
import { tokenScope } from './token-scope.js';

/** A value that this exchange itself turned into a token. */
export interface Issued {
  readonly token: VaultToken;
  readonly record: VaultRecord;
  /** As the caller spelled it first. */
  readonly value: string;
}

/** The tokens that an answer may hold. */
export interface ExchangeTokens {
  readonly issued: readonly Issued[];
  /** Written by the caller itself: the vault's permission alone decides. */
  readonly presented: readonly VaultToken[];
  /** Issued to this caller in exchanges that this one goes on from. */
  readonly carried?: readonly VaultToken[];
  /** Whether the caller supplied the issued ones itself; it did when absent. */
  readonly supplied?: boolean;
  /** What stands for them in the texts of the exchange, where it is no token. */
  readonly forms?: readonly IssuedForm[];
}

export interface ReidentifiedBody {
  readonly text: string;
  /** The tokens left in place, whatever the reason. */
  readonly unresolved: readonly VaultToken[];
}

/**
 * The seam on the way back: decides what a caller sees of each token, records it, and only then reads the value.
 *
 * INVARIANT: when vault, policy or audit cannot answer, it throws, and nothing is revealed.
 */
export class Reidentifier {
  constructor(
    private readonly vault: Vault,
    private readonly audit: AuditLog,
  ) {}

  /**
   * What this exchange's answer may be turned back to: tokens it issued, and tokens presented in it. One audit append for
   * all of them, `before` included, is durable before any value is read.
   */
  async restoration(
    scope: ExchangeScope,
    surface: string,
    tokens: ExchangeTokens,
    before: readonly AuditEvent[] = [],
  ): Promise<Restoration> {
    const { issued, presented } = tokens;
    const own = new Set(issued.map(({ token }) => token));
    const carried = new Set((tokens.carried ?? []).filter((token) => !own.has(token)));
    const asked = [...new Set([...presented, ...carried])];
    const records =
      asked.length > 0
        ? await this.vault.describe(scope.principal.tenantId, asked)
        : new Map<VaultToken, VaultRecord>();
    const collections = [...issued.map(({ record }) => record), ...records.values()].map(
      (record) => record.collectionId,
    );
    const decider = await RevealDecider.open(this.vault, scope, collections);
    const supplied = issued.map((one) => decider.decide(one.record, tokens.supplied ?? true));
    const others = [...records.values()].map((record) => decider.decide(record, carried.has(record.token)));
    const forms = await this.vault.renditionsOf(scope.principal.tenantId, [...carried]);
    await this.audit.append([...before, ...revealEvents(scope, [...supplied, ...others], surface)]);
    const restorables = [
      ...restoreIssued(supplied, issued),
      ...(await this.restorePresented(
        scope,
        others.filter((decision) => !decision.foreign),
      )),
    ];
    return new Restoration(restorables, [...(tokens.forms ?? []), ...forms]);
  }

  /** For an exchange that nothing is turned back in: records the events and reveals nothing. */
  async unanswered(events: readonly AuditEvent[]): Promise<Restoration> {
    await this.audit.append(events);
    return new Restoration([]);
  }

  /** Puts back what the caller may see into every slot of a body; everything else stays byte for byte. */
  async reidentify(scope: ExchangeScope, body: SlottedBody, surface: string): Promise<ReidentifiedBody> {
    const tokens = tokensIn(body.slots);
    const forms = await this.vault.findRenditions(
      [collectionScope(scope), tokenScope(scope)],
      body.slots.map(({ text }) => text),
    );
    const presented = [...tokens, ...forms.map(({ token }) => token)];
    const restoration = await this.restoration(scope, surface, { issued: [], presented, forms });
    const edits = new Map<TextSlot, Edit[]>();
    for (const slot of body.slots) {
      if (slot.mode === 'refuse') continue;
      const restorer = new StreamRestorer(restoration);
      const text = restorer.push(slot.text) + restorer.flush();
      if (text !== slot.text) edits.set(slot, [{ start: 0, end: slot.text.length, text }]);
    }
    const unresolved = tokens.filter((token) => {
      const { type, body: symbols } = parseVaultToken(token)!;
      const found = restoration.find(symbols, type);
      return !found || found.text === token;
    });
    return { text: body.splice(edits), unresolved };
  }

  private async restorePresented(scope: ExchangeScope, decisions: readonly RevealDecision[]): Promise<Restorable[]> {
    const read = decisions.filter(({ level }) => isReading(level)).map(({ record }) => record.token);
    const values =
      read.length > 0 ? await this.vault.reveal(scope.principal.tenantId, read) : new Map<VaultToken, Secret<string>>();
    return decisions.flatMap(({ record: { token, type }, level }) => {
      const value = values.get(token);
      if (isReading(level) && value === undefined) return [];
      return [{ token, type, level, text: renderAt(level, token, type, () => value!.reveal()) }];
    });
  }
}

/** Whoever holds a text may have it turned back as far as policy allows, also when it was made for another conversation. */
function collectionScope({ principal: { tenantId }, collectionId }: ExchangeScope): TokenScope {
  return { tenantId, collectionId, consistency: { kind: 'collection' } };
}

function isReading(level: RevealDecision['level']): boolean {
  return level === 'plain' || level === 'masked';
}

/** Chat restores the exchange's first spelling of a value: two spellings of one value share a token. */
function restoreIssued(decisions: readonly RevealDecision[], issued: readonly Issued[]): Restorable[] {
  const spelling = new Map<VaultToken, string>();
  for (const { token, value } of issued) if (!spelling.has(token)) spelling.set(token, value);
  return decisions.map(({ record: { token, type }, level }) => ({
    token,
    type,
    level,
    text: renderAt(level, token, type, () => spelling.get(token)!),
  }));
}

/** Every token the slots hold, also in lower case, full width or with escaped underscores. */
function tokensIn(slots: readonly TextSlot[]): VaultToken[] {
  const tokens = new Set<VaultToken>();
  for (const { text } of slots) {
    const folded = text.normalize('NFKC').replaceAll('\\_', '_').toUpperCase();
    for (const { token } of findVaultTokens(folded)) tokens.add(token);
  }
  return [...tokens];
}
