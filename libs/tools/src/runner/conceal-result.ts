import type { ToolResultRule } from '#lib/config';
import type { Deidentifier, Restoration } from '#lib/deidentification';
import { readJsonBody, readTexts } from '#lib/dialects';
import { findVaultTokens, type TextSlot } from '#lib/kernel';
import { type Json, without } from '../policy/json-leaves.js';
import { PointerRules } from '../policy/pointer-rules.js';
import type { ToolOutput, ToolRequest } from '../registry/tool.js';
import type { ReleasedArguments } from './release-arguments.js';

export interface ConcealedResult {
  /** For the model. */
  readonly text: string;
  /** The tokens that the result brought. */
  readonly restoration: Restoration;
}

const CUT_NOTICE = '\n[The rest of the result was cut off.]';

/** De-identifies what a tool answered, part by part as its policy says, and cuts it to the tool's length. */
export async function concealResult(
  deidentifier: Deidentifier,
  request: ToolRequest,
  output: ToolOutput,
  seen: ReleasedArguments['seen'],
): Promise<ConcealedResult> {
  const { tool, scope } = request;
  const rules = new PointerRules<ToolResultRule>(tool.policy.results);
  const json = output.kind === 'json';
  const raw = json
    ? JSON.stringify(without(output.value, (pointer) => rules.find(pointer)?.mode === 'drop'))
    : JSON.stringify([output.cut ? atBoundary(output.text) : output.text]);
  const opened = json ? readJsonBody(raw) : readTexts(raw);
  const slots = opened.slots.filter((slot) => rules.find(slot.path)?.mode !== 'trusted');
  const known = knownOrigins(seen);
  const exchange = await deidentifier.deidentify(
    scope,
    { slots, splice: (edits) => opened.splice(edits) },
    {
      surface: `tool:${tool.name}`,
      from: 'tool',
      // A tool that echoes what it was given does not vouch for it.
      origin: (slot, value) => known.get(folded(value)) ?? rules.find(slot.path)?.origin ?? `tool:${tool.name}`,
      declared: (slot: TextSlot) => rules.find(slot.path)?.type,
      close: ({ edits }) => opened.splice(edits),
    },
  );
  const text = exchange.text.body;
  const shown = json ? text : (JSON.parse(text) as [string])[0];
  const cut = cutToLength(shown, tool.outputCharsMax);
  const isCut = cut.length < shown.length || (output.kind === 'text' && output.cut);
  return { text: isCut ? cut + CUT_NOTICE : cut, restoration: exchange.restoration };
}

function knownOrigins(seen: ReleasedArguments['seen']): Map<string, string> {
  return new Map([...seen.values()].map(({ text, origins }) => [folded(text), origins[0] ?? 'prompt']));
}

/** Two spellings of a value that a tool may make of it. */
function folded(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()./-]/g, '');
}

/** What was read is cut at the last space, so that no half of a value is taken for none. */
function atBoundary(text: string): string {
  const at = text.search(/\s\S*$/);
  return at === -1 ? '' : text.slice(0, at);
}

/** The longest beginning that ends in no part of a token. */
function cutToLength(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const inside = findVaultTokens(text.slice(Math.max(0, charsMax - 60), charsMax + 60))
    .map(({ start, end }) => ({ start: start + Math.max(0, charsMax - 60), end: end + Math.max(0, charsMax - 60) }))
    .find(({ start, end }) => start < charsMax && end > charsMax);
  return text.slice(0, inside?.start ?? charsMax);
}

/** The value of a JSON result, in tokens, when it was not cut. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
