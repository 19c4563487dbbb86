import type { Finding } from '#lib/detection';
import {
  applyEdits,
  DomainError,
  type Edit,
  findVaultTokens,
  type InfoType,
  type TextSlot,
  type VaultToken,
} from '#lib/kernel';
import type { TokenizeItem } from '#lib/vault';
import type { DeidentifyOptions, Entity } from './deidentifier.js';
import { type RecipientView, textFor } from './recipient-view.js';
import type { Issued } from './reidentifier.js';
import type { StandIn } from './stand-ins.js';

/** Where a value was found; `key` is one for all places of a value of a type. */
export interface Found {
  readonly slot: TextSlot;
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

export function refuseExempt(slots: readonly TextSlot[], findings: readonly (readonly Finding[])[]): void {
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

/** The whole text of a slot whose type is known, but for the space around it. */
export function declaredFinding(text: string, type: InfoType): Finding[] {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (end <= start) return [];
  const explanation = { validation: 'unknown' as const, context: [], path: [{ reason: 'label' as const, score: 1 }] };
  return [{ type, start, end, score: 1, recognizer: 'declared', explanation }];
}

const CERTAIN_SCORE = 0.9;

/** Checked, or of a form that says it all (an e-mail address); a name that a tagger supposes is not enough to refuse. */
function isCertain({ score, explanation: { validation, path } }: Finding): boolean {
  return validation === 'valid' || (score >= CERTAIN_SCORE && !path.some(({ reason }) => reason === 'tagger'));
}

export function collect(
  slots: readonly TextSlot[],
  findings: readonly (readonly Finding[])[],
  origin: DeidentifyOptions['origin'],
): { found: Found[]; items: Map<string, TokenizeItem> } {
  const found: Found[] = [];
  const items = new Map<string, TokenizeItem>();
  slots.forEach((slot, index) => {
    if (slot.mode === 'refuse') return;
    for (const { type, start, end } of findings[index]!) {
      const value = slot.text.slice(start, end);
      const key = `${type}\n${value}`;
      found.push({ slot, start, end, key });
      if (!items.has(key)) items.set(key, { type, value, ...(origin && { origin: origin(slot, value) }) });
    }
  });
  return { found, items };
}

/** The texts without what was found in them. */
export function restOf(slots: readonly TextSlot[], found: readonly Found[]): string {
  const cuts = new Map<TextSlot, Edit[]>();
  for (const { slot, start, end } of found) {
    const list = cuts.get(slot) ?? [];
    list.push({ start, end, text: '\n' });
    cuts.set(slot, list);
  }
  return slots.map((slot) => applyEdits(slot.text, cuts.get(slot) ?? [])).join('\n');
}

export function presentedTokens(texts: readonly string[], issued: ReadonlyMap<string, Issued>): VaultToken[] {
  const own = new Set([...issued.values()].map(({ token }) => token));
  const presented = new Set<VaultToken>();
  for (const text of texts) {
    for (const { token } of findVaultTokens(text)) if (!own.has(token)) presented.add(token);
  }
  return [...presented];
}

export function editsOf(
  found: readonly Found[],
  standIns: ReadonlyMap<string, StandIn>,
  view?: RecipientView,
): Map<TextSlot, Edit[]> {
  const edits = new Map<TextSlot, Edit[]>();
  for (const { slot, start, end, key } of found) {
    const text = textFor(standIns.get(key)!, slot, slot.text.slice(start, end), view);
    if (text === null) continue;
    const list = edits.get(slot) ?? [];
    list.push({ start, end, text });
    edits.set(slot, list);
  }
  return edits;
}

export function uniqueEntities(found: readonly Found[], standIns: ReadonlyMap<string, StandIn>): Entity[] {
  const entities = new Map<string, Entity>();
  for (const { key } of found) {
    const { token, type } = standIns.get(key)!;
    entities.set(token ?? key, { token, type });
  }
  return [...entities.values()];
}
