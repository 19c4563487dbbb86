import type { AuditEvent } from '#lib/audit';
import type { Finding } from '#lib/detection';
import {
  type Deidentified,
  DomainError,
  type Edit,
  type InfoType,
  type Principal,
  type SlottedBody,
  type TextSlot,
  type VaultToken,
} from '#lib/kernel';
import type { Form, IssuedForm, TokenizeItem, TokenScope, Vault } from '#lib/vault';
import type { CollectionDetector } from './detection/collection-detector.js';
import type { ExchangeScope, HistoryText } from './exchange.js';
import type { ExchangeMemory, MemoryScope } from './exchange-memory.js';
import {
  collect,
  declaredFinding,
  editsOf,
  presentedTokens,
  refuseExempt,
  restOf,
  uniqueEntities,
} from './found-values.js';
import { viewOf } from './recipient-view.js';
import type { Issued, Reidentifier } from './reidentifier.js';
import type { Restoration } from './restoration.js';
import { auditHead, revealEvents } from './reveal.js';
import { type StandIn, showsToken, sortByForm, standInsOf } from './stand-ins.js';
import { tokenScope } from './token-scope.js';

export interface Entity {
  /** Null for a value in a form that can't be turned back: nothing of it is kept. */
  readonly token: VaultToken | null;
  readonly type: InfoType;
}

export interface DeidentifiedExchange<H extends HistoryText = HistoryText> {
  /** The body with tokens, or what else their collection says, in place of values. */
  readonly text: Deidentified<string>;
  /**
   * The body for one recipient, closed its own way: with what the policy lets that one of `recipients` see, and for `null`,
   * whom no policy trusts, with tokens and other forms only.
   */
  textFor(recipient: Principal | null, close: (closing: Closing<H>) => string): Deidentified<string>;
  /** Each distinct value, in order of first appearance. */
  readonly entities: readonly Entity[];
  /** What answers may be turned back to, for this caller. */
  readonly restoration: Restoration;
}

export interface DeidentifyOptions<H extends HistoryText = HistoryText> {
  /** For the audit row: `chat.completions`, `privacy.deidentify`. */
  readonly surface: string;
  readonly origin?: (slot: TextSlot, value: string) => string;
  /**
   * Who wrote the body; the caller when absent. Of what a tool answered the caller supplied nothing, and a token in it that
   * this exchange does not know otherwise stays text: no document makes a token resolve by naming it.
   */
  readonly from?: 'tool';
  /** In what form values leave, instead of what the collection says. */
  readonly form?: Form;
  /** Texts of earlier turns, which exchange memory may know. */
  readonly history?: readonly H[];
  /** Tokens of this caller's earlier exchanges that the provider keeps: restored as those of this one. */
  readonly carried?: readonly VaultToken[];
  /** Which document a slot belongs to, where a body holds several: what is learnt from one text helps within its own. */
  readonly documentOf?: (slot: TextSlot) => unknown;
  /** A slot whose whole text is one value of a known type (a column of addresses): it is not read for others. */
  readonly declared?: (slot: TextSlot) => InfoType | undefined;
  /** No answer will come back to be turned back (a document): nothing is decided about revealing. */
  readonly unanswered?: boolean;
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
    const settings = await this.vault.settings(scope.principal.tenantId, scope.collectionId);
    const { kept, withheld } = sortByForm(items, settings, options.form);
    const target = tokenScope(scope);
    const joins = target.consistency.kind === 'collection' ? kept.size : 0;
    const [issued] = await Promise.all([this.tokenize(target, kept), joins > 0 ? scope.takeJoins?.(joins) : undefined]);
    const { standIns, forms } = await standInsOf(this.vault, target, issued, {
      form: options.form,
      text: slots.map((slot) => slot.text).join('\n'),
      rest: restOf(slots, found),
    });
    for (const [key, standIn] of withheld) standIns.set(key, standIn);
    const written = await this.writtenBefore(target, [...recalled.values()], issued);
    const presented =
      options.from === 'tool' ? [] : presentedTokens([...slots.map((slot) => slot.text), ...recalled.values()], issued);
    const views = await Promise.all(
      (options.recipients ?? []).map((one) => viewOf(this.vault, scope, one, [...issued.values()])),
    );
    const events = [
      ...(standIns.size > 0 ? [tokenizedEvent(scope, [...standIns.values()], options.surface)] : []),
      ...views.flatMap(({ scope: own, decisions }) => revealEvents(own, decisions, options.surface)),
    ];
    const restoration = options.unanswered
      ? await this.reidentifier.unanswered(events)
      : await this.reidentifier.restoration(
          scope,
          options.surface,
          {
            issued: [...issued.values()],
            presented: [...new Set([...presented, ...written.map(({ token }) => token)])],
            carried: options.carried ?? [],
            forms: [...forms, ...written],
          },
          events,
        );
    const hasTokens = presented.length > 0 || [...standIns.values()].some(showsToken);
    const closedFor: DeidentifiedExchange<H>['textFor'] = (recipient, close) => {
      const view = recipient === null ? undefined : views.find((one) => one.scope.principal === recipient);
      const edits = editsOf(found, standIns, view);
      return { body: close({ edits, recalled, hasTokens }) } as unknown as Deidentified<string>;
    };
    const closed = options.close && closedFor(null, options.close);
    return {
      get text() {
        return closed ?? closedFor(null, ({ edits }) => body.splice(edits));
      },
      textFor: closedFor,
      entities: uniqueEntities(found, standIns),
      restoration,
    };
  }

  /** What stands, in earlier texts as the model wrote them, for values that this request does not hold itself. */
  private async writtenBefore(
    scope: TokenScope,
    recalled: readonly string[],
    issued: ReadonlyMap<string, Issued>,
  ): Promise<IssuedForm[]> {
    if (recalled.length === 0) return [];
    const own = new Set([...issued.values()].map(({ token }) => token));
    return (await this.vault.findRenditions([scope], recalled)).filter(({ token }) => !own.has(token));
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
    { documentOf, declared }: Pick<DeidentifyOptions, 'documentOf' | 'declared'>,
  ): Promise<(readonly Finding[])[]> {
    const documents = new Map<unknown, TextSlot[]>();
    const findings = new Map<TextSlot, readonly Finding[]>();
    for (const slot of slots) {
      const type = declared?.(slot);
      if (type !== undefined) {
        findings.set(slot, declaredFinding(slot.text, type));
        continue;
      }
      const key = documentOf?.(slot);
      const known = documents.get(key);
      if (known) known.push(slot);
      else documents.set(key, [slot]);
    }
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

  private async tokenize(target: TokenScope, items: ReadonlyMap<string, TokenizeItem>) {
    const issued = new Map<string, Issued>();
    if (items.size === 0) return issued;
    const entries = [...items];
    for (let at = 0; at < entries.length; at += ITEMS_PER_BATCH) {
      const batch = entries.slice(at, at + ITEMS_PER_BATCH);
      const results = await this.vault.tokenize(
        target,
        batch.map(([, item]) => item),
        // The audit append that follows, before any token is released, puts them on disk too.
        { durability: 'relaxed' },
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

export function memoryScope({ principal, conversationId }: ExchangeScope): MemoryScope {
  return { tenantId: principal.tenantId, principalId: principal.id, conversationId };
}

function tokenizedEvent(scope: ExchangeScope, standIns: readonly StandIn[], surface: string): AuditEvent {
  const distinct = <T>(values: readonly T[]) => [...new Set(values)].sort();
  const withheld = standIns.filter(({ token }) => token === null).length;
  return {
    ...auditHead(scope),
    action: 'values.tokenized',
    resource: { kind: 'collection', id: scope.collectionId },
    facts: {
      surface,
      count: standIns.length - withheld,
      types: distinct(standIns.map(({ type }) => type)),
      forms: distinct(standIns.map(({ form }) => form)),
      ...(withheld > 0 && { withheld }),
    },
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
