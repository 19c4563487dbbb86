import type { Recognizer, ScanMatch } from '../../recognizer.js';

const AT = ' ?(?:\\[at\\]|\\(at\\)|\\{at\\}|<at>|\\[@\\]|\\(@\\)| at | @ | arroba | chez | ät |_at_) ?';
const DOT =
  ' ?(?:\\[dot\\]|\\(dot\\)|\\{dot\\}|<dot>|\\[\\.\\]|\\(\\.\\)| dot | punkt | point | punto | ponto | punt |_dot_|\\.) ?';
const PART = "[\\p{L}\\p{N}][\\p{L}\\p{N}_+'-]{0,40}";
const SPELLED = new RegExp(
  `(?<![\\p{L}\\p{N}.])${PART}(?:${DOT}${PART}){0,3}?${AT}${PART}(?:${DOT}${PART}){0,2}?${DOT}(\\p{L}{2,12})(?![\\p{L}\\p{N}])`,
  'giu',
);
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}._-] ){2,40}@(?: [\p{L}\p{N}._-]){3,60}(?![\p{L}\p{N}])/gu;
/** Top labels that people spell out; others need the bracketed form. */
const SPOKEN_TOP =
  /^(?:com|net|org|edu|gov|io|co|info|biz|eu|uk|de|fr|es|it|nl|pt|pl|ch|at|be|se|no|dk|fi|us|ca|au|br|id|in|example|test|dev|app|me|mail)$/i;
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,256}={0,2}(?![A-Za-z0-9+/_=-])/g;
const ADDRESS = /^[\w.+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}$/;
const PRINTABLE = /^[\x20-\x7e]{6,}$/;

/** `maria [at] example [dot] com`. */
function* scanBracketed(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(SPELLED)) {
    if (!/[[({<_]/.test(match[0])) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      pattern: 'bracketed',
      score: 0.9,
      validation: 'unknown',
    };
  }
}

/** `maria at example dot com`: at and dot both in words, and a top label that people say. */
function* scanSpoken(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(SPELLED)) {
    if (!SPOKEN_TOP.test(match[1]!) || !/ (?:dot|punkt|point|punto|ponto|punt) /i.test(match[0])) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      pattern: 'spoken',
      score: 0.75,
      validation: 'unknown',
    };
  }
}

/** `m a r i a @ e x a m p l e . c o m`. */
function* scanSpaced(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(SPACED)) {
    if (!ADDRESS.test(match[0].replace(/ /g, ''))) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      pattern: 'spaced out',
      score: 0.85,
      validation: 'unknown',
    };
  }
}

function* scanBase64(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(BASE64)) {
    const decoded = decode(match[0]);
    if (!decoded || !ADDRESS.test(decoded)) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      pattern: 'base64',
      score: 0.9,
      validation: 'valid',
    };
  }
}

/** The decoded text; null when it is no printable ASCII with an at sign. */
function decode(value: string): string | null {
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value)) return null;
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return PRINTABLE.test(decoded) && decoded.includes('@') ? decoded : null;
}

const COMMON = {
  types: ['EMAIL'],
  source: 'Habits of address munging (Wikipedia, “Address munging”); RFC 4648 §4 and §5',
  check: 'a spoken top label, or decodes to an address',
  score: 0.75,
  patterns: [],
  context: {},
} as const;

/** E-mail addresses in disguise: written so that programs would not see them, or encoded by one. */
export const disguisedEmails: readonly Recognizer[] = [
  {
    ...COMMON,
    id: 'email-bracketed',
    title: 'E-mail address with bracketed at and dot',
    scan: scanBracketed,
    triggers: { literals: ['[at]', '(at)', '{at}', '<at>', '[@]', '(@)', '_at_'], before: 200, after: 200 },
    examples: { valid: ['maria [at] example [dot] com', 'maria(at)example.com'], invalid: ['meet (at) noon'] },
  },
  {
    ...COMMON,
    id: 'email-spoken',
    title: 'E-mail address in words',
    scan: scanSpoken,
    triggers: { words: ['dot', 'punkt', 'point', 'punto', 'ponto', 'punt'], before: 90, after: 40 },
    examples: {
      valid: ['maria at example dot com', 'maria chez exemple point fr'],
      invalid: ['look at example dot matrix', 'meet at noon. Dot said'],
    },
  },
  {
    ...COMMON,
    id: 'email-spaced',
    title: 'E-mail address spaced out',
    scan: scanSpaced,
    triggers: { literals: [' @ '], before: 100, after: 160 },
    examples: { valid: ['m a r i a @ e x a m p l e . c o m'], invalid: ['a b @ c'] },
  },
  {
    ...COMMON,
    id: 'email-base64',
    title: 'E-mail address in base64',
    scan: scanBase64,
    triggers: { runs: 'key', before: 256, after: 256 },
    examples: { valid: ['bGVuYS5mb3N0ZXJAZXhhbXBsZS5jb20='], invalid: ['bm90IGFuIGFkZHJlc3MgYXQgYWxs'] },
  },
];
