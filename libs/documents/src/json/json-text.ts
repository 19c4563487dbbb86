import { isToken, kindOf, localCell, wholePiece } from '../columns/cells.js';
import { ColumnPolicies } from '../columns/column-policies.js';
import type { Piece, Segment, SegmentEdits } from '../segment.js';
import { jsonInside, jsonString } from '../splice/encodings.js';
import { type EditableText, type NestedText, SourceText, type SpliceLog } from '../splice/source-text.js';
import { joinedReading, lineJoints } from '../text/joined-reading.js';
import { decodeJsonInside, type JsonLeaf, jsonLeaves } from './json-scanner.js';
import type { KeyMemory } from './key-memory.js';

export interface JsonReading {
  readonly part: string;
  /** Precedes each path: `line 3`. */
  readonly place: string;
  readonly record: number | undefined;
  readonly depthMax: number;
  readonly keys: KeyMemory;
  readonly columns: ColumnPolicies | undefined;
  /** Leaves that are left as they are: roles and types of chat messages. */
  readonly isFixed?: (leaf: JsonLeaf) => boolean;
  /** How many texts within texts are opened: JSON in a JSON string, base64 in it. */
  readonly nestingMax: number;
}

const NO_POLICIES = ColumnPolicies.parse({});
const NUMBER = /^-?\d{5,}$/;
const NUMBER_OF_LABEL = /^-?\d{2,4}$/;

/**
 * A JSON text as segments: strings, keys and whole numbers, texts in JSON strings that are JSON or base64 themselves.
 * Throws a SyntaxError when the text is not JSON. Duplicate keys, key order, spacing and numbers stay as they are.
 */
export function readJson(source: string, reading: JsonReading): EditableText {
  JSON.parse(source.replace(/^\ufeff/, ''));
  const own: Segment[] = [];
  const nested: NestedText[] = [];
  const keys: KeyPlace[] = [];
  for (const leaf of jsonLeaves(source, reading.depthMax)) {
    if (reading.isFixed?.(leaf)) continue;
    const raw = source.slice(leaf.start, leaf.end);
    if (leaf.what === 'key') {
      const key = decodeJsonInside(raw);
      keys.push({ key, leaf, segment: reading.keys.asks(key) ? keySegment(key, leaf, reading) : null });
      continue;
    }
    const policy = (reading.columns ?? NO_POLICIES).ofKeys(leaf.keys);
    if (policy.kind === 'keep') continue;
    const isNumber = leaf.what === 'number';
    const text = isNumber ? raw : decodeJsonInside(raw);
    if (text === '') continue;
    const { start, end } = leaf;
    const segment = {
      ...leafSegment(text, leaf, reading),
      pieces: isNumber ? wholePiece(text) : stringPieces(raw, start),
    };
    if (policy.kind === 'local') {
      nested.push({ start, end, inner: localCell(segment, policy), encode: isNumber ? jsonString : jsonInside });
      continue;
    }
    const asked = policy.kind === 'value' ? { ...segment, value: policy } : segment;
    if (policy.kind === 'value' && isToken(text)) continue;
    if (isNumber) {
      // Replaced as a whole: a token is no number, so a string takes its place.
      if (policy.kind === 'value' || isTelling(raw, leaf)) {
        nested.push({ start, end, inner: new SourceText(raw, [asked]), encode: jsonString });
      }
      continue;
    }
    const inner = policy.kind === 'value' ? null : readInside(text, leaf, reading);
    if (inner) nested.push({ start, end, ...inner });
    else own.push(...(policy.kind === 'value' ? [asked] : withJoined(asked)));
  }
  return new JsonText(source, new SourceText(source, own, nested), keys, reading.keys);
}

/** A key with the segment that asks about it, or null where the memory has its answer. */
interface KeyPlace {
  readonly key: string;
  readonly leaf: JsonLeaf;
  readonly segment: Segment | null;
}

/** The leaves as a `SourceText`; keys besides, since one answer about a key holds wherever the key stands. */
class JsonText implements EditableText {
  readonly segments: readonly Segment[];

  constructor(
    readonly source: string,
    private readonly leaves: SourceText,
    private readonly keys: readonly KeyPlace[],
    private readonly memory: KeyMemory,
  ) {
    this.segments = [...leaves.segments, ...keys.flatMap(({ segment }) => (segment ? [segment] : []))];
  }

  render(edits: SegmentEdits, log?: SpliceLog): string {
    const changed = this.keys.flatMap(({ key, leaf, segment }): NestedText[] => {
      const text = segment ? this.memory.learn(key, edits.get(segment)) : this.memory.answer(key);
      if (text === key) return [];
      const inner: EditableText = {
        source: key,
        segments: [],
        render: (_edits, innerLog) => {
          for (const edit of (segment && edits.get(segment)) ?? []) innerLog?.spliced(segment!, edit);
          return text;
        },
      };
      return [{ start: leaf.start, end: leaf.end, inner, encode: jsonInside }];
    });
    return (changed.length === 0 ? this.leaves : this.leaves.with(changed)).render(edits, log);
  }
}

function keySegment(key: string, leaf: JsonLeaf, reading: JsonReading): Segment {
  return { ...leafSegment(key, leaf, reading), view: 'key', kind: 'data' };
}

function leafSegment(text: string, leaf: JsonLeaf, reading: JsonReading): Segment {
  const label = leaf.keys.at(-1);
  return {
    part: reading.part,
    path: `${reading.place}${leaf.place}`,
    kind: kindOf(text),
    mode: 'edit',
    view: 'visible',
    text,
    ...(label !== undefined && { label }),
    ...(reading.record !== undefined && { record: reading.record }),
    pieces: [],
  };
}

/** Shorter numbers are counts and years unless their key says more, which detection gets with them. */
function isTelling(raw: string, { keys }: JsonLeaf): boolean {
  return NUMBER.test(raw) || (keys.length > 0 && NUMBER_OF_LABEL.test(raw));
}

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/g;

function stringPieces(raw: string, start: number): Piece[] {
  if (!raw.includes('\\')) return [{ from: 0, to: raw.length, start, end: start + raw.length, encoding: jsonInside }];
  const pieces: Piece[] = [];
  let at = 0;
  let text = 0;
  for (const match of raw.matchAll(ESCAPE)) {
    if (match.index > at) {
      pieces.push({
        from: text,
        to: text + match.index - at,
        start: start + at,
        end: start + match.index,
        encoding: jsonInside,
      });
      text += match.index - at;
    }
    at = match.index + match[0].length;
    pieces.push({ from: text, to: text + 1, start: start + match.index, end: start + at, encoding: jsonInside });
    text += 1;
  }
  if (raw.length > at) {
    pieces.push({
      from: text,
      to: text + raw.length - at,
      start: start + at,
      end: start + raw.length,
      encoding: jsonInside,
    });
  }
  return pieces;
}

function withJoined(segment: Segment): Segment[] {
  if (!/[\n\t]| {2}/.test(segment.text)) return [segment];
  const joined = joinedReading(segment, lineJoints(segment.text));
  return joined ? [segment, joined] : [segment];
}

const BASE64 = /^[A-Za-z0-9+/]{16,}={0,2}$/;

function readInside(text: string, leaf: JsonLeaf, reading: JsonReading): Pick<NestedText, 'inner' | 'encode'> | null {
  if (reading.nestingMax <= 0) return null;
  const deeper = { ...reading, place: `${reading.place}${leaf.place}`, nestingMax: reading.nestingMax - 1 };
  if (/^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text)) {
    try {
      return { inner: readJson(text, deeper), encode: jsonInside };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return null;
    }
  }
  if (text.length % 4 !== 0 || !BASE64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text holds none of them
  if (/[\ufffd\u0000-\u0008\u000e-\u001f]/.test(decoded)) return null;
  const segment: Segment = { ...leafSegment(decoded, leaf, reading), view: 'hidden', pieces: wholePiece(decoded) };
  return {
    inner: new SourceText(decoded, withJoined(segment)),
    encode: (changed) => jsonInside(Buffer.from(changed, 'utf8').toString('base64')),
  };
}
