import type { Recognizer, ScanMatch } from '../../recognizer.js';

/** RFC 5321 §4.5.3.1: 64 octets before the @, 255 after it. */
const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;

const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const LOCAL_START = /[\p{L}\p{N}_+]/u;
const DOMAIN = /[\p{L}\p{M}\p{N}.-]/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const TOP_LABEL = /^(?:\p{L}[\p{L}\p{M}]{1,23}|xn--[a-z0-9-]{2,59})$/iu;
const LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9A-Fa-f:.]{2,45})\]/;
/** Characters that may stand in a local part but start none in running text: they are what goes before an address. */
const GLUE = /[=/?#&|{}`'!$*%^~]/;

/** Addresses in their usual form, at any domain: public suffix or not, IDN, punycode, address literals. */
export function* scanEmails(text: string): Generator<ScanMatch> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    if (start === at) continue;
    const end = domainEnd(text, at + 1);
    if (end > at + 1) yield { start, end, pattern: 'address', score: 0.95, validation: 'unknown' };
  }
}

function localStart(text: string, at: number): number {
  if (text[at - 1] === '"') return quotedStart(text, at);
  let start = at;
  while (start > 0 && at - start < LOCAL_MAX && LOCAL.test(text[start - 1]!) && !GLUE.test(text[start - 1]!))
    start -= 1;
  while (start < at && (!LOCAL_START.test(text[start]!) || text[start] === '.')) start += 1;
  if (text[at - 1] === '.' || text.slice(start, at).includes('..')) return at;
  return start;
}

/** `"lena foster"@example.com` (RFC 5321 Quoted-string). */
function quotedStart(text: string, at: number): number {
  const open = text.lastIndexOf('"', at - 2);
  if (open < 0 || at - open > LOCAL_MAX || at - open < 3) return at;
  const inner = text.slice(open + 1, at - 1);
  return /^[\p{L}\p{N}._+-]+(?: [\p{L}\p{N}._+-]+)*$/u.test(inner) ? open : at;
}

function domainEnd(text: string, from: number): number {
  const literal = text[from] === '[' ? LITERAL.exec(text.slice(from, from + 60)) : null;
  if (literal) return from + literal[0].length;
  let end = from;
  while (end < text.length && end - from < DOMAIN_MAX && DOMAIN.test(text[end]!)) end += 1;
  const labels = text.slice(from, end).split('.');
  let length = 0;
  let valid = 0;
  for (let index = 0; index < labels.length; index += 1) {
    const label = labels[index]!;
    if (!LABEL.test(label)) break;
    length += label.length + (index > 0 ? 1 : 0);
    if (index > 0 && TOP_LABEL.test(label)) valid = length;
  }
  return from + valid;
}

/** E-mail addresses. */
export const email: Recognizer = {
  id: 'email',
  types: ['EMAIL'],
  title: 'E-mail address',
  source: 'RFC 5321 §4.1.2 and §4.5.3.1, RFC 6531 (internationalised addresses), RFC 5890 (IDN labels)',
  check: 'syntax of RFC 5321; any top label of letters',
  score: 0.95,
  patterns: [],
  scan: scanEmails,
  context: {},
  examples: {
    valid: [
      'lena.foster@example.com',
      'root@build.internal',
      'jörg@bücher.example',
      'info@xn--bcher-kva.example',
      'a+b@t.co',
    ],
    invalid: ['@example.com', 'lena@', 'lena@localhost', 'lena..foster@example', '5 @ 3.50'],
  },
};
