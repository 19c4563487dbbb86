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
const BASE64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{12,256}={0,2}(?![A-Za-z0-9+/_=-])/g;
const ADDRESS = /^[\w.+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}$/;
const PRINTABLE = /^[\x20-\x7e]{6,}$/;

/** Addresses that somebody wrote so that programs would not see them, or that a program encoded in base64. */
export function* scanDisguisedEmails(text: string): Generator<ScanMatch> {
  if (/[@[({<]| at | arroba | chez | ät |_at_/i.test(text)) {
    for (const match of text.matchAll(SPELLED)) {
      const bracketed = /[[({<_]/.test(match[0]);
      if (
        !bracketed &&
        (!SPOKEN_TOP.test(match[1]!) || match[0].includes('@') === false) &&
        !spoken(match[0], match[1]!)
      )
        continue;
      yield {
        start: match.index,
        end: match.index + match[0].length,
        pattern: 'spelled out',
        score: bracketed ? 0.9 : 0.75,
        validation: 'unknown',
      };
    }
  }
  if (text.includes(' @ ')) {
    for (const match of text.matchAll(SPACED)) {
      const value = match[0].replace(/ /g, '');
      if (ADDRESS.test(value))
        yield {
          start: match.index,
          end: match.index + match[0].length,
          pattern: 'spaced out',
          score: 0.85,
          validation: 'unknown',
        };
    }
  }
  yield* scanBase64(text);
}

/** `maria at example dot com`: at and dot both spelled, and a top label people say. */
function spoken(value: string, top: string): boolean {
  return SPOKEN_TOP.test(top) && / (?:dot|punkt|point|punto|ponto|punt) /i.test(value);
}

function* scanBase64(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(BASE64)) {
    const decoded = decode(match[0]);
    if (decoded && ADDRESS.test(decoded)) {
      yield {
        start: match.index,
        end: match.index + match[0].length,
        pattern: 'base64',
        score: 0.9,
        validation: 'valid',
      };
    }
  }
}

/** The decoded text; null when it is no printable ASCII with an at sign. The at sign costs six bits: most words fail at once. */
function decode(value: string): string | null {
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value)) return null;
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return PRINTABLE.test(decoded) && decoded.includes('@') ? decoded : null;
}

/** E-mail addresses in disguise. */
export const emailDisguised: Recognizer = {
  id: 'email-disguised',
  types: ['EMAIL'],
  title: 'E-mail address spelled out, spaced out or in base64',
  source: 'Habits of address munging (Wikipedia, “Address munging”); RFC 4648 §4 and §5',
  check: 'spoken top label, or decodes to an address',
  score: 0.75,
  patterns: [],
  scan: scanDisguisedEmails,
  context: {},
  examples: {
    valid: [
      'maria at example dot com',
      'maria [at] example [dot] com',
      'maria(at)example.com',
      'm a r i a @ e x a m p l e . c o m',
      'bGVuYS5mb3N0ZXJAZXhhbXBsZS5jb20=',
    ],
    invalid: ['look at example dot matrix', 'meet at noon. Dot said'],
  },
};
