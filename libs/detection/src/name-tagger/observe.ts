import { CHARACTER_CLASS } from './characters.js';
import { CASE_CAPITALISED, CASE_INITIAL, CASE_LOWER, CASE_MIXED, CASE_UPPER, type FormTable } from './forms.js';
import { languageOf } from './languages.js';
import { type Layout, readLayout } from './layout.js';
import {
  GIVEN,
  HONORIFIC,
  KIN,
  LEGAL_FORM,
  type Lexicon,
  markPhrases,
  ORDINARY,
  ORGANIZATION_HEAD,
  PARTICLE,
  PLACE_HEAD,
  PLACE_PREPOSITION,
  STREET,
} from './lexicon.js';
import { COLUMN, NEW_LINE, type Tokens } from './tokenize.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { min } = Math;

/** What occurrences elsewhere in the text say about a capitalised word. */
export const SEEN_LOWER = 1;
export const SEEN_MID_SENTENCE = 2;
export const SEEN_AFTER_TITLE = 4;
export const SEEN_BESIDE_GIVEN = 8;
export const SEEN_BEFORE_ORGANIZATION_HEAD = 16;
export const SEEN_AS_HEAD = 32;
export const SEEN_AFTER_PLACE_PREPOSITION = 64;

/** Everything the features are made from, token by token. Numbers only. */
export interface Observations extends Layout {
  readonly tokens: Tokens;
  readonly forms: FormTable;
  readonly ids: Int32Array;
  readonly lowers: Int32Array;
  readonly masks: Int32Array;
  readonly cased: Uint8Array;
  readonly evidence: Uint8Array;
  /** Kinds of key words to the right and left within the same run of capitalised words. */
  readonly runRight: Uint8Array;
  readonly runLeft: Uint8Array;
  /** Tokens from the start of the run of capitalised words, and the run's length; at most 7. */
  readonly runAt: Uint8Array;
  readonly runSize: Uint8Array;
  readonly language: number;
  /** 0 usual, 1 hardly a capital in the text, 2 hardly a lower-case letter. */
  readonly textCase: number;
}

/** Looks at a text through the word lists of `forms` and the place `phrases`. `language` 0: read from the text. */
export function observe(text: string, tokens: Tokens, forms: FormTable, phrases: Lexicon, language = 0): Observations {
  const { count, starts, ends } = tokens;
  const ids = new Int32Array(count);
  const lowers = new Int32Array(count);
  const masks = new Int32Array(count);
  const cased = new Uint8Array(count);
  const isWord = new Uint8Array(count);
  let capitals = 0;
  let smalls = 0;
  let allCapitals = 0;
  for (let i = 0; i < count; i++) {
    const id = forms.idOf(text, starts[i] as number, ends[i] as number);
    ids[i] = id;
    lowers[i] = forms.lower[id] as number;
    masks[i] = forms.mask[id] as number;
    const kind = forms.cased[id] as number;
    cased[i] = kind;
    if (kind === CASE_LOWER) smalls++;
    else if (kind === CASE_UPPER) allCapitals++;
    else if (kind === CASE_CAPITALISED) capitals++;
    isWord[i] = CHARACTER_CLASS[text.charCodeAt(starts[i] as number)] ? 1 : 0;
  }
  markPhrases(phrases, lowers, isWord, masks);
  const runs = readRuns(count, masks, cased, tokens.gaps);
  const textCase =
    allCapitals > 4 && allCapitals > 2 * (smalls + capitals) ? 2 : smalls > 4 && capitals * 60 < smalls ? 1 : 0;
  const base = { tokens, forms, ids, lowers, masks, cased, ...readLayout(text, tokens, lowers), ...runs };
  return {
    ...base,
    evidence: readEvidence(base),
    language: language || languageOf(lowers, count),
    textCase,
  };
}

export function isCapital(kind: number): boolean {
  return kind === CASE_CAPITALISED || kind === CASE_UPPER || kind === CASE_MIXED || kind === CASE_INITIAL;
}

const KEY_ORGANIZATION = 1;
const KEY_LEGAL = 2;
const KEY_STREET = 4;
const KEY_PLACE = 8;
const KEY_TITLE = 16;
const KEY_GIVEN = 32;

function keysOf(mask: number): number {
  return (
    (mask & ORGANIZATION_HEAD ? KEY_ORGANIZATION : 0) |
    (mask & LEGAL_FORM ? KEY_LEGAL : 0) |
    (mask & STREET ? KEY_STREET : 0) |
    (mask & PLACE_HEAD ? KEY_PLACE : 0) |
    (mask & (HONORIFIC | KIN) ? KEY_TITLE : 0) |
    (mask & GIVEN && !(mask & ORDINARY) ? KEY_GIVEN : 0)
  );
}

/** Runs of capitalised words, with particles and the connectors `&` and `of` between them taken as part. */
function readRuns(count: number, masks: Int32Array, cased: Uint8Array, gaps: Uint8Array) {
  const runRight = new Uint8Array(count);
  const runLeft = new Uint8Array(count);
  const runAt = new Uint8Array(count);
  const runSize = new Uint8Array(count);
  for (let begin = 0; begin < count; ) {
    if (!isCapital(cased[begin] as number)) {
      begin++;
      continue;
    }
    let end = begin + 1;
    while (end < count && gaps[end] !== NEW_LINE && gaps[end] !== COLUMN) {
      if (isCapital(cased[end] as number)) end++;
      else if (
        end + 1 < count &&
        (masks[end] as number) & PARTICLE &&
        gaps[end + 1] !== NEW_LINE &&
        isCapital(cased[end + 1] as number)
      ) {
        end += 2;
      } else break;
    }
    let keys = 0;
    for (let i = begin; i < end; i++) {
      runLeft[i] = keys;
      keys |= keysOf(masks[i] as number);
      runAt[i] = min(7, i - begin);
      runSize[i] = min(7, end - begin);
    }
    keys = 0;
    for (let i = end - 1; i >= begin; i--) {
      runRight[i] = keys;
      keys |= keysOf(masks[i] as number);
    }
    begin = end;
  }
  return { runRight, runLeft, runAt, runSize };
}

/** Evidence that is worth something for a lower-case word too. */
export const NAMING = SEEN_AS_HEAD | SEEN_AFTER_TITLE | SEEN_BESIDE_GIVEN;

type EvidenceInput = Pick<Observations, 'tokens' | 'lowers' | 'masks' | 'cased' | 'runRight' | 'heads'>;

/** Gathers, per lower-case hash, what all occurrences of the word show, and hands it to each capitalised one. */
function readEvidence(o: EvidenceInput): Uint8Array {
  const { count, gaps } = o.tokens;
  const seen = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const kind = o.cased[i] as number;
    let bits = 0;
    if (kind === CASE_LOWER) {
      bits = SEEN_LOWER;
      if (o.heads[i]) bits |= SEEN_AS_HEAD;
      if (i > 0 && gaps[i] !== NEW_LINE && (o.masks[i - 1] as number) & (HONORIFIC | KIN)) bits |= SEEN_AFTER_TITLE;
    } else if (isCapital(kind)) {
      const before = i > 0 && gaps[i] !== NEW_LINE ? i - 1 : -1;
      if (before >= 0) {
        if (o.cased[before] === CASE_LOWER) bits |= SEEN_MID_SENTENCE;
        const title = (o.masks[before] as number) & (HONORIFIC | KIN);
        const beforeDot =
          before > 0 && o.cased[before] !== CASE_LOWER ? (o.masks[before - 1] as number) & HONORIFIC : 0;
        if (title || beforeDot) bits |= SEEN_AFTER_TITLE;
        if (isGivenName(o, before)) bits |= SEEN_BESIDE_GIVEN;
        if ((o.masks[before] as number) & PLACE_PREPOSITION) bits |= SEEN_AFTER_PLACE_PREPOSITION;
      }
      if (i + 1 < count && gaps[i + 1] !== NEW_LINE && isGivenName(o, i) && isCapital(o.cased[i + 1] as number)) {
        bits |= SEEN_BESIDE_GIVEN;
      }
      if ((o.runRight[i] as number) & 3) bits |= SEEN_BEFORE_ORGANIZATION_HEAD;
      if (o.heads[i]) bits |= SEEN_AS_HEAD;
    } else continue;
    if (bits) seen.set(o.lowers[i] as number, (seen.get(o.lowers[i] as number) ?? 0) | bits);
  }
  const evidence = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const kind = o.cased[i] as number;
    if (isCapital(kind)) evidence[i] = seen.get(o.lowers[i] as number) ?? 0;
    else if (kind === CASE_LOWER) evidence[i] = (seen.get(o.lowers[i] as number) ?? 0) & NAMING;
  }
  return evidence;
}

function isGivenName(o: EvidenceInput, i: number): boolean {
  const mask = o.masks[i] as number;
  return isCapital(o.cased[i] as number) && (mask & GIVEN) !== 0 && (mask & ORDINARY) === 0;
}

/** How a sentence is cased: 0 usual, 1 mostly capitals, 2 no capital, 3 a title; by the text's case. */
export function sentenceCase(o: Observations, begin: number, end: number): number {
  let uppers = 0;
  let capitals = 0;
  let smalls = 0;
  for (let i = begin; i < end; i++) {
    const kind = o.cased[i] as number;
    if (kind === CASE_UPPER) uppers++;
    else if (kind === CASE_CAPITALISED || kind === CASE_MIXED || kind === CASE_INITIAL) capitals++;
    else if (kind === CASE_LOWER) smalls++;
  }
  let own = 0;
  if (uppers >= 3 && uppers > 0.6 * (uppers + capitals) && uppers > smalls) own = 1;
  else if (uppers + capitals === 0) own = 2;
  else if (capitals >= 3 && capitals > smalls) own = 3;
  return own + 4 * o.textCase;
}
