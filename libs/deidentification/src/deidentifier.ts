import type { AuditEvent } from '#lib/audit';
import type { Finding } from '#lib/detection';
import {
  bareVaultToken,
  type Deidentified,
  DomainError,
  type Edit,
  findVaultTokens,
  type InfoType,
  type Principal,
  type RevealLevel,
  type SlottedBody,
  type TextSlot,
  type VaultToken,
} from '#lib/kernel';
import type { TokenizeItem, TokenScope, Vault, VaultRecord } from '#lib/vault';
import type { CollectionDetector } from './detection/collection-detector.js';
import type { ExchangeScope, HistoryText } from './exchange.js';
import type { ExchangeMemory, MemoryScope } from './exchange-memory.js';
import type { Issued, Reidentifier } from './reidentifier.js';
import { type Restoration, renderAt } from './restoration.js';
import { auditHead, RevealDecider, type RevealDecision, revealEvents } from './reveal.js';

export interface Entity {
  readonly token: VaultToken;
  readonly type: InfoType;
}

export interface DeidentifiedExchange<H extends HistoryText = HistoryText> {
  /** The body with tokens in place of values. */
  readonly text: Deidentified<string>;
  /**
   * The body for one recipient, closed its own way: with what the policy lets that one of `recipients` see, and for `null`,
   * whom no policy trusts, with tokens only.
   */
  textFor(recipient: Principal | null, close: (closing: Closing<H>) => string): Deidentified<string>;
  /** Each distinct token issued, in order of first appearance. */
  readonly entities: readonly Entity[];
  /** What answers may be turned back to, for this caller. */
  readonly restoration: Restoration;
}

export interface DeidentifyOptions<H extends HistoryText = HistoryText> {
  /** For the audit row: `chat.completions`, `privacy.deidentify`. */
  readonly surface: string;
  readonly origin?: (slot: TextSlot) => string;
  /** Texts of earlier turns, which exchange memory may know. */
  readonly history?: readonly H[];
  /** Tokens of this caller's earlier exchanges that the provider keeps: restored as those of this one. */
  readonly carried?: readonly VaultToken[];
  /** Which document a slot belongs to, where a body holds several: what is learnt from one text helps within its own. */
  readonly documentOf?: (slot: TextSlot) => unknown;
  /** Whom the body may go to who may see more than tokens; what each sees is recorded before anything is released. */
  readonly recipients?: readonly Principal[];
  /** Closes the body; `body.splice(edits)` when absent. */
  readonly close?: (closing: Closing<H>) => string;
}

export interface Closing<H extends HistoryText> {
  readonly edits: ReadonlyMap<TextSlot, readonly Edit[]>;
  /** History texts to put back as the model wrote them. */
  readonly recalled: ReadonlyMap<H, string>;
  /** Whether the closed body holds any token. */
  readonly hasTokens: boolean;
}

const ITEMS_PER_BATCH = 1_000;

interface Found {
  readonly slot: TextSlot;
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/**
 * The seam on the way out: detects, tokenizes, records who may see what, and alone mints `Deidentified`.
 *
 * INVARIANT: when detection, vault, policy or audit cannot answer, it throws, and nothing is released.
 */
export class Deidentifier {
  constructor(
    private readonly detector: CollectionDetector,
    private readonly vault: Vault,
    private readonly reidentifier: Reidentifier,
    private readonly memory: ExchangeMemory,
  ) {}

  async deidentify<H extends HistoryText>(
    scope: ExchangeScope,
    body: SlottedBody,
    options: DeidentifyOptions<H>,
  ): Promise<DeidentifiedExchange<H>> {
    const recalled = await this.recall(scope, options.history ?? []);
    const covered = new Set([...recalled.keys()].flatMap((known) => known.slots));
    const slots = body.slots.filter((slot) => !covered.has(slot));
    const findings = await this.detect(scope, slots, options);
    refuseExempt(slots, findings);

    const { found, items } = collect(slots, findings, options.origin);
    const issued = await this.tokenize(scope, items);
    const presented = presentedTokens([...slots.map((slot) => slot.text), ...recalled.values()], issued);
    const views = (options.recipients ?? []).map((recipient) => viewOf(scope, recipient, [...issued.values()]));
    const restoration = await this.reidentifier.restoration(
      scope,
      options.surface,
      { issued: [...issued.values()], presented, carried: options.carried ?? [] },
      [
        ...(issued.size > 0 ? [tokenizedEvent(scope, [...issued.values()], options.surface)] : []),
        ...views.flatMap(({ scope: own, decisions }) => revealEvents(own, decisions, options.surface)),
      ],
    );
    const hasTokens = issued.size > 0 || presented.length > 0;
    const textFor: DeidentifiedExchange<H>['textFor'] = (recipient, close) => {
      const view = recipient === null ? undefined : views.find((one) => one.scope.principal === recipient);
      const edits = editsOf(found, issued, view);
      return { body: close({ edits, recalled, hasTokens }) } as unknown as Deidentified<string>;
    };
    const closed = options.close && textFor(null, options.close);
    return {
      get text() {
        return closed ?? textFor(null, ({ edits }) => body.splice(edits));
      },
      textFor,
      entities: uniqueEntities(found, issued),
      restoration,
    };
  }

  private async recall<H extends HistoryText>(scope: ExchangeScope, history: readonly H[]): Promise<Map<H, string>> {
    const recalled = new Map<H, string>();
    if (history.length === 0) return recalled;
    const answers = await this.memory.recall(
      memoryScope(scope),
      history.map(({ text }) => text),
    );
    history.forEach((known, index) => {
      const answer = answers[index];
      if (typeof answer === 'string') recalled.set(known, answer);
    });
    return recalled;
  }

  private async detect(
    { principal: { tenantId }, collectionId, detection }: ExchangeScope,
    slots: readonly TextSlot[],
    { documentOf }: Pick<DeidentifyOptions, 'documentOf'>,
  ): Promise<(readonly Finding[])[]> {
    const documents = new Map<unknown, TextSlot[]>();
    for (const slot of slots) {
      const key = documentOf?.(slot);
      const known = documents.get(key);
      if (known) known.push(slot);
      else documents.set(key, [slot]);
    }
    const findings = new Map<TextSlot, readonly Finding[]>();
    try {
      for (const document of documents.values()) {
        const texts = document.map(({ text, kind, label }) => ({ text, kind, ...(label !== undefined && { label }) }));
        const task = { tenantId, collectionId, texts, ...(detection && { own: detection }) };
        (await this.detector.findAll(task)).forEach((found, index) => {
          findings.set(document[index]!, found);
        });
      }
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'detection.failed') throw error;
      throw new DomainError('detection.failed', {
        publicMessage: 'The text could not be checked for personal data, so it was not sent.',
        detail: error instanceof DomainError ? (error.detail ?? error.code) : nameOf(error),
      });
    }
    return slots.map((slot) => findings.get(slot) ?? []);
  }

  private async tokenize(scope: ExchangeScope, items: ReadonlyMap<string, TokenizeItem>) {
    const issued = new Map<string, Issued>();
    if (items.size === 0) return issued;
    const target = tokenScope(scope);
    const entries = [...items];
    for (let at = 0; at < entries.length; at += ITEMS_PER_BATCH) {
      const batch = entries.slice(at, at + ITEMS_PER_BATCH);
      const results = await this.vault.tokenize(
        target,
        batch.map(([, item]) => item),
      );
      results.forEach((result, index) => {
        const [key, item] = batch[index]!;
        if (!result.ok) throw result.error;
        issued.set(key, { token: result.token, record: result.record, value: item.value });
      });
    }
    return issued;
  }
}

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

export function memoryScope({ principal, conversationId }: ExchangeScope): MemoryScope {
  return { tenantId: principal.tenantId, principalId: principal.id, conversationId };
}

function refuseExempt(slots: readonly TextSlot[], findings: readonly (readonly Finding[])[]): void {
  slots.forEach((slot, index) => {
    const found = slot.mode === 'refuse' && findings[index]!.find(isCertain);
    if (found) {
      throw new DomainError('request.pii_in_exempt_field', {
        publicMessage: `A field that must be sent unchanged holds personal data (${found.type}). Use an id without it.`,
        pointer: slot.path,
        facts: { infoType: found.type },
      });
    }
  });
}

const CERTAIN_SCORE = 0.9;

/** Checked, or of a form that says it all (an e-mail address); a name that a tagger supposes is not enough to refuse. */
function isCertain({ score, explanation: { validation, path } }: Finding): boolean {
  return validation === 'valid' || (score >= CERTAIN_SCORE && !path.some(({ reason }) => reason === 'tagger'));
}

function collect(
  slots: readonly TextSlot[],
  findings: readonly (readonly Finding[])[],
  origin: ((slot: TextSlot) => string) | undefined,
): { found: Found[]; items: Map<string, TokenizeItem> } {
  const found: Found[] = [];
  const items = new Map<string, TokenizeItem>();
  slots.forEach((slot, index) => {
    if (slot.mode === 'refuse') return;
    for (const { type, start, end } of findings[index]!) {
      const value = slot.text.slice(start, end);
      const key = `${type}\n${value}`;
      found.push({ slot, start, end, key });
      if (!items.has(key)) items.set(key, { type, value, ...(origin && { origin: origin(slot) }) });
    }
  });
  return { found, items };
}

function presentedTokens(texts: readonly string[], issued: ReadonlyMap<string, Issued>): VaultToken[] {
  const own = new Set([...issued.values()].map(({ token }) => token));
  const presented = new Set<VaultToken>();
  for (const text of texts) {
    for (const { token } of findVaultTokens(text)) if (!own.has(token)) presented.add(token);
  }
  return [...presented];
}

function editsOf(
  found: readonly Found[],
  issued: ReadonlyMap<string, Issued>,
  view?: RecipientView,
): Map<TextSlot, Edit[]> {
  const edits = new Map<TextSlot, Edit[]>();
  for (const { slot, start, end, key } of found) {
    const { token, record, value } = issued.get(key)!;
    const level = view?.levels.get(token) ?? 'token';
    if (level === 'plain') continue;
    const text = level === 'token' ? token : renderAt(level, token, record.type, () => value);
    const list = edits.get(slot) ?? [];
    list.push({ start, end, text: slot.mode === 'bare' ? bareVaultToken(token) : text });
    edits.set(slot, list);
  }
  return edits;
}

/** What one recipient may see of the values of an exchange. */
interface RecipientView {
  readonly scope: ExchangeScope;
  readonly decisions: readonly RevealDecision[];
  readonly levels: ReadonlyMap<VaultToken, RevealLevel>;
}

/** A recipient supplied nothing itself: only what the policy lets it see of such values anywhere. */
function viewOf(scope: ExchangeScope, recipient: Principal, issued: readonly Issued[]): RecipientView {
  const own = { ...scope, principal: recipient };
  const decider = new RevealDecider(own);
  const decisions = issued.map(({ record }) => decider.decide(record, false));
  return { scope: own, decisions, levels: new Map(decisions.map(({ record, level }) => [record.token, level])) };
}

function uniqueEntities(
  found: readonly Found[],
  issued: ReadonlyMap<string, { token: VaultToken; record: VaultRecord }>,
) {
  const entities = new Map<VaultToken, Entity>();
  for (const { key } of found) {
    const { token, record } = issued.get(key)!;
    entities.set(token, { token, type: record.type });
  }
  return [...entities.values()];
}

function tokenizedEvent(scope: ExchangeScope, issued: readonly Issued[], surface: string): AuditEvent {
  return {
    ...auditHead(scope),
    action: 'values.tokenized',
    resource: { kind: 'collection', id: scope.collectionId },
    facts: { surface, count: issued.length, types: [...new Set(issued.map(({ record }) => record.type))].sort() },
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
