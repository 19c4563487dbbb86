import { CASE_LOWER, CASE_SYMBOL, type FormTable } from './forms.js';
import { chained, combined } from './hash.js';
import {
  GIVEN,
  HONORIFIC,
  LEGAL_FORM,
  MONTH,
  NAME_BITS,
  NUMBER_WORD,
  ORDINARY,
  ORGANIZATION_HEAD,
  PARTICLE,
  PHRASE_FIRST,
  PHRASE_NEXT,
  PLACE,
  PLACE_HEAD,
  STREET,
  SURNAME,
} from './lexicon.js';
import type { Observations } from './observe.js';
import { COLUMN } from './tokenize.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { imul, min } = Math;

/** Positions from which a word's own spelling is looked at: the token itself, and two to each side. */
export const POSITIONS = [0, -1, 1, -2, 2] as const;
export const POSITION_COUNT = POSITIONS.length;
export const FEATURES_MAX = 128;

/** Collects feature hashes of one token. */
export class FeatureBuffer {
  count = 0;

  constructor(public hashes: Int32Array = new Int32Array(FEATURES_MAX)) {}

  add(template: number, value: number): void {
    let h = imul(value ^ imul(template, 0x9e3779b1), 0x85ebca6b);
    h ^= h >>> 13;
    h = imul(h, 0xc2b2ae35);
    this.hashes[this.count++] = h ^ (h >>> 16);
  }
}

const NAMES = NAME_BITS | PHRASE_FIRST | PHRASE_NEXT;
const KEYS = ~NAMES;
/** Lower-case words that may stand in a name or date, or announce one. */
const TELLING = MONTH | PARTICLE | STREET | ORGANIZATION_HEAD | LEGAL_FORM | HONORIFIC | PLACE_HEAD | NUMBER_WORD;

/** Features of a spelling alone, seen from position index `p`; their summed weights are kept per spelling. */
export function formFeatures(forms: FormTable, id: number, p: number, out: FeatureBuffer): void {
  const word = forms.lower[id] as number;
  const shape = forms.shape[id] as number;
  const mask = forms.mask[id] as number;
  const cased = forms.cased[id] as number;
  const base = id * 6;
  const t = 200 + p * 20;
  out.add(t, word);
  if (p >= 3) {
    out.add(t + 1, combined(mask & KEYS, cased));
    return;
  }
  out.add(t + 1, shape);
  out.add(t + 2, combined(mask & NAMES, cased));
  out.add(t + 3, combined(mask & KEYS, cased));
  if (p > 0) return;
  for (let n = 0; n < 6; n++) {
    const affix = forms.affixes[base + n] as number;
    if (affix === 0) continue;
    out.add(t + 4 + n, affix);
    if (n >= 3) out.add(t + 10 + n, combined(affix, cased));
  }
  out.add(t + 16, combined(word, cased));
}

/**
 * A lower-case word or mark among such: in text of usual case it is never in a name, so nothing else is looked at. About half
 * of running prose is plain.
 */
export function isPlain(o: Observations, i: number, begin: number, end: number, sentence: number): boolean {
  if (sentence !== 0 || i === begin) return false;
  return isQuiet(o, i) && isQuiet(o, i - 1) && (i + 1 === end || isQuiet(o, i + 1)) && o.symbols[i] === 0;
}

function isQuiet(o: Observations, i: number): boolean {
  const kind = o.cased[i];
  if (kind === CASE_LOWER) return ((o.masks[i] as number) & (TELLING | ORDINARY)) === ORDINARY && o.evidence[i] === 0;
  return kind === CASE_SYMBOL && o.tokens.gaps[i] === 0 && (i + 1 >= o.tokens.count || o.tokens.gaps[i + 1] !== 0);
}

/** The one feature of a plain token. */
export function plainFeature(out: FeatureBuffer): void {
  out.add(99, 0);
}

/** Features that need more than one token, or the line and text around. `sentence` is its case class. */
export function contextFeatures(
  o: Observations,
  i: number,
  begin: number,
  end: number,
  sentence: number,
  out: FeatureBuffer,
): void {
  const { ids, lowers, masks, cased, forms } = o;
  const gaps = o.tokens.gaps;
  const hasL1 = i > begin;
  const hasL2 = i > begin + 1;
  const hasR1 = i + 1 < end;
  const hasR2 = i + 2 < end;
  const word = lowers[i] as number;
  const left = hasL1 ? (lowers[i - 1] as number) : 1;
  const left2 = hasL2 ? (lowers[i - 2] as number) : 1;
  const right = hasR1 ? (lowers[i + 1] as number) : 2;
  const right2 = hasR2 ? (lowers[i + 2] as number) : 2;
  const shape = forms.shape[ids[i] as number] as number;
  const shapeL = hasL1 ? (forms.shape[ids[i - 1] as number] as number) : 1;
  const shapeR = hasR1 ? (forms.shape[ids[i + 1] as number] as number) : 2;
  const shapeL2 = hasL2 ? (forms.shape[ids[i - 2] as number] as number) : 1;
  const shapeR2 = hasR2 ? (forms.shape[ids[i + 2] as number] as number) : 2;
  const kind = cased[i] as number;
  const mask = masks[i] as number;
  const names = combined(mask & NAMES, kind);
  const keys = mask & KEYS;
  const maskL = hasL1 ? (masks[i - 1] as number) : 1 << 29;
  const maskR = hasR1 ? (masks[i + 1] as number) : 1 << 28;
  const namesL = combined(maskL & NAMES, hasL1 ? (cased[i - 1] as number) : 8);
  const namesR = combined(maskR & NAMES, hasR1 ? (cased[i + 1] as number) : 8);
  const keysL = maskL & KEYS;
  const keysR = maskR & KEYS;
  const first = i === begin ? 1 : 0;

  out.add(1, combined(left, word));
  out.add(2, combined(word, right));
  out.add(3, combined(left, right));
  out.add(6, combined(combined(shapeL, shape), shapeR));
  out.add(13, combined(namesL, names));
  out.add(14, combined(names, namesR) ^ 1);
  out.add(15, combined(combined(namesL, names), namesR));
  out.add(20, combined(combined(keysL, keys), combined(keysR, kind)));
  out.add(21, combined(combined(sentence, names), first));
  out.add(23, combined(combined(shape, first), o.symbols[i] as number));
  if (kind !== CASE_SYMBOL) {
    out.add(7, combined(combined(shapeL2, shapeL), shape));
    out.add(8, combined(combined(shape, shapeR), shapeR2));
    out.add(9, combined(left, shape));
    out.add(10, combined(right, shape));
    out.add(11, combined(combined(left2, left), kind));
    out.add(12, combined(combined(right2, right), kind));
    out.add(16, combined(left, names));
    out.add(17, combined(right, names));
    out.add(18, combined(keysL, names));
    out.add(19, combined(keysR, names));
  }
  const wide = (gaps[i] === COLUMN ? 1 : 0) + (hasR1 && gaps[i + 1] === COLUMN ? 2 : 0);
  if (wide) out.add(52, combined(wide, kind));

  // Spelled together with a neighbour: members of an object, parts of a path, hyphenated words.
  const glueL = hasL1 && gaps[i] === 0;
  const glueR = hasR1 && gaps[i + 1] === 0;
  if (glueL || glueR) out.add(25, combined(combined(glueL ? left : 3, glueR ? right : 3), kind));

  if (kind !== CASE_SYMBOL) {
    const language = o.language;
    out.add(26, combined(combined(language, names), first));
    out.add(27, combined(combined(language, keys), kind));
    if (hasL1) out.add(28, combined(forms.affixes[(ids[i - 1] as number) * 6 + 4] as number, shape));
    if (hasR1) out.add(29, combined(forms.affixes[(ids[i + 1] as number) * 6 + 4] as number, shape));
    const label = o.labels[i] as number;
    if (label) {
      out.add(30, combined(label, kind));
      out.add(31, combined(combined(label, o.depths[i] as number), kind));
      out.add(32, combined(label, names));
    }
    const size = min(6, end - begin);
    const lineStart = gaps[begin] === 2 ? 1 : 0;
    const at = i - begin;
    if (lineStart && at < 4) {
      out.add(33, combined(combined(o.above[i] as number, kind), at));
      out.add(34, combined(combined(size, at), names));
    }
    if (o.heads[i]) {
      out.add(35, combined(combined(kind, min(at, 4)), o.symbols[i] as number));
      out.add(36, combined(names, 7));
    }
  }
  if (kind === CASE_LOWER && o.evidence[i]) out.add(53, combined(o.evidence[i] as number, coarse(mask)));
  if (kind !== CASE_LOWER && kind !== CASE_SYMBOL) {
    const evidence = o.evidence[i] as number;
    out.add(40, combined(combined(evidence, kind), combined(mask & ORDINARY, first)));
    out.add(41, combined(combined(o.runRight[i] as number, o.runLeft[i] as number), kind));
    out.add(42, combined(combined(o.runRight[i] as number, o.runLeft[i] as number), names));
    out.add(43, combined(combined(o.runAt[i] as number, o.runSize[i] as number), names));
    out.add(44, combined(combined(o.runAt[i] as number, o.runSize[i] as number), combined(keys, sentence)));
    out.add(45, combined(evidence, coarse(mask)));
    // The words that open and close the run of capitalised words: what stands around the whole name.
    const from = i - (o.runAt[i] as number);
    const to = from + (o.runSize[i] as number);
    const before = from > begin ? (lowers[from - 1] as number) : 1;
    const after = to < end ? (lowers[to] as number) : 2;
    out.add(46, combined(before, kind));
    out.add(47, combined(after, kind));
    out.add(48, combined(combined(before, after), kind));
    out.add(49, combined(before, coarse(mask)));
    out.add(50, combined(after, coarse(mask)));
    if (o.runSize[i] === 1) out.add(51, chained(combined(before, kind), coarse(mask)));
  }
}

/** Whether lists know the word as given name, surname, place, ordinary word. */
function coarse(mask: number): number {
  return (mask & GIVEN ? 1 : 0) | (mask & SURNAME ? 2 : 0) | (mask & PLACE ? 4 : 0) | (mask & ORDINARY ? 8 : 0);
}
