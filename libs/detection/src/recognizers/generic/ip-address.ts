import ipaddr from 'ipaddr.js';
import type { Recognizer, ScanMatch } from '../../recognizer.js';

const V4 =
  /(?=\d)(?<![\w.])(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}(?![\w]|\.\d)/g;
const V6_CHARACTER = /[0-9A-Fa-f:.%\w]/;
const V6_MAX = 60;

/** IPv4 and IPv6 addresses; loopback, unspecified and netmask addresses are nobody's. */
export function* scanIpAddresses(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(V4)) {
    if (!ipaddr.IPv4.isValidFourPartDecimal(match[0]) || isNobodys(match[0])) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      pattern: 'IPv4',
      score: 0.85,
      validation: 'unknown',
    };
  }
  yield* scanV6(text);
}

function isNobodys(address: string): boolean {
  return (
    address.startsWith('127.') || address.startsWith('255.') || address.startsWith('0.') || address.endsWith('.0.0.0')
  );
}

function* scanV6(text: string): Generator<ScanMatch> {
  let done = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', Math.max(colon + 1, done))) {
    if (colon + 1 < text.length && text.charCodeAt(colon + 1) === 32) continue;
    let start = colon;
    while (start > done && colon - start < 5 && /[0-9A-Fa-f]/.test(text[start - 1]!)) start -= 1;
    let end = colon;
    while (end < text.length && end - start < V6_MAX && V6_CHARACTER.test(text[end]!)) end += 1;
    done = end;
    if (start > 0 && /[\w:.]/.test(text[start - 1]!)) continue;
    let value = text.slice(start, end);
    while (/[.%_]$/.test(value) || (value.endsWith(':') && !value.endsWith('::'))) value = value.slice(0, -1);
    if (!isV6(value)) continue;
    yield { start, end: start + value.length, pattern: 'IPv6', score: 0.9, validation: 'unknown' };
  }
}

/** At least three groups or a compression with a group on it, so that neither `12:34:56` nor C++'s `::` counts. */
function isV6(value: string): boolean {
  const colons = value.split(':').length - 1;
  const compressed = value.includes('::');
  if (colons < 2 || (!compressed && colons !== 7 && !(colons === 6 && value.includes('.')))) return false;
  if (!/[0-9A-Fa-f]{1,4}/.test(value) || value === '::1') return false;
  if (compressed && !/\d/.test(value)) return false;
  return ipaddr.IPv6.isValid(value);
}

/** IPv4 and IPv6 addresses. */
export const ipAddress: Recognizer = {
  id: 'ip-address',
  types: ['IP_ADDRESS'],
  title: 'IPv4 or IPv6 address',
  source: 'RFC 791, RFC 4291 §2.2; parsed by ipaddr.js 2.5',
  check: 'syntax and ranges',
  score: 0.85,
  patterns: [],
  scan: scanIpAddresses,
  triggers: { runs: 'digits', before: 60, after: 60 },
  context: { '*': ['ip', 'ip address', 'ipv4', 'ipv6', 'host', 'client', 'remote', 'addr'] },
  notContext: [
    'version',
    'versions',
    'v',
    'ver',
    'build',
    'release',
    'firmware',
    'upgrade',
    'driver',
    'section',
    'chapter',
    'clause',
    'paragraph',
    'revision',
    'rev',
    'sdk',
    'chrome',
    'safari',
    'oid',
  ],
  examples: {
    valid: [
      '203.0.113.9',
      '2001:db8::8a2e:370:7334',
      'fe80::1ff:fe23:4567:890a',
      '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    ],
    invalid: ['256.1.1.1', '01.03.2020', '12:34:56', '1.2.3', '127.0.0.1', 'std::string', '23:00:00'],
  },
};
