import type { Recognizer, ScanMatch } from '../../recognizer.js';

const SCHEME = /^(?:[a-z][a-z0-9+.-]{1,14})$/i;
const END = /[\s"'<>`\\^{}|]/;
const URL_MAX = 2048;
/** Hosts whose paths name a person, with the path that does. */
const PROFILE =
  /^(?:www\.|m\.|[a-z]{2}\.)?(?:linkedin\.com\/(?:in|pub)|facebook\.com|instagram\.com|(?:twitter|x)\.com|t\.me|github\.com|gitlab\.com|medium\.com\/@|tiktok\.com\/@|youtube\.com\/@|xing\.com\/profile|researchgate\.net\/profile|orcid\.org|wa\.me)\/?[\w@.+-]{3,}\/?$/i;
const PERSONAL_SEGMENT =
  /\/(?:~[a-z][\w.-]+|(?:users?|people|profiles?|members?|patients?|customers?|clients?|employees?|accounts?)\/[\w.@%+-]{2,})(?:\/|$|\?)/i;
const PERSONAL_PARAMETER =
  /[?&;](?:e-?mail|user(?:name|_?id)?|first_?name|last_?name|name|phone|ssn|dob|session(?:_?id)?|sid|token|sig(?:nature)?|auth|key|password|pwd)=[^&\s]{2,}/i;

/** URLs, scored by how much they say of a person: credentials, a profile, an account in the path, a personal parameter. */
export function* scanUrls(text: string): Generator<ScanMatch> {
  let done = 0;
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', Math.max(at + 3, done))) {
    let start = at;
    while (start > done && at - start < 16 && /[A-Za-z0-9+.-]/.test(text[start - 1]!)) start -= 1;
    while (start < at && !/[A-Za-z]/.test(text[start]!)) start += 1;
    if (!SCHEME.test(text.slice(start, at))) continue;
    let end = at + 3;
    while (end < text.length && end - start < URL_MAX && !END.test(text[end]!) && !text.startsWith('://', end))
      end += 1;
    end = trimEnd(text, at + 3, end);
    done = end;
    if (end < at + 6) continue;
    const rest = text.slice(at + 3, end);
    yield { start, end, ...judge(rest), validation: 'unknown' };
  }
}

/** Leaves closing punctuation of the sentence out, and a closing bracket whose opening one stands before the URL. */
function trimEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from) {
    const last = text[end - 1]!;
    if ('.,;:!?*_'.includes(last)) end -= 1;
    else if (last === ')' && !text.slice(from, end).includes('(')) end -= 1;
    else if (last === ']' && !text.slice(from, end).includes('[')) end -= 1;
    else break;
  }
  return end;
}

function judge(rest: string): { pattern: string; score: number } {
  const authority = rest.split(/[/?#]/, 1)[0]!;
  if (/^[^@\s]+:[^@\s]+@/.test(authority)) return { pattern: 'credentials', score: 0.95 };
  if (PROFILE.test(rest)) return { pattern: 'profile', score: 0.75 };
  if (PERSONAL_SEGMENT.test(rest.slice(authority.length))) return { pattern: 'account in the path', score: 0.6 };
  if (PERSONAL_PARAMETER.test(rest)) return { pattern: 'personal parameter', score: 0.6 };
  return { pattern: 'plain', score: 0.35 };
}

/** URLs with parts that identify somebody. Plain URLs stay under the default threshold and are found by `strict`. */
export const url: Recognizer = {
  id: 'url',
  types: ['URL'],
  title: 'URL with credentials or with parts that identify a person',
  source: 'RFC 3986 §3',
  check: 'none: shape and parts',
  score: 0.35,
  patterns: [],
  scan: scanUrls,
  context: {},
  examples: {
    valid: [
      'https://lena:Pa55word@db.example.com/x',
      'https://www.linkedin.com/in/lena-foster',
      'https://example.com/users/lena.foster/edit',
    ],
    invalid: ['https://example.com/docs', 'std://'],
  },
};
