import type { Recognizer, ScanMatch } from '../../recognizer.js';

const BEGIN = /-----BEGIN ([A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?)-----/g;
const BLOCK_MAX = 16_384;

/** From the opening line to the closing one; without a closing line, to the end of what still looks like base64. */
function* scanPrivateKeys(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(BEGIN)) {
    const start = match.index;
    const closing = `-----END ${match[1]}-----`;
    const close = text.slice(start, start + BLOCK_MAX).indexOf(closing);
    const body = start + match[0].length;
    const end =
      close >= 0
        ? start + close + closing.length
        : body + /^[\sA-Za-z0-9+/=\\:,-]*/.exec(text.slice(body, body + BLOCK_MAX))![0].trimEnd().length;
    yield { start, end, pattern: match[1]!.toLowerCase(), score: 0.99, validation: 'valid' };
  }
}

/** Private keys in PEM or armoured form. */
export const privateKey: Recognizer = {
  id: 'private-key',
  types: ['SECRET'],
  title: 'Private key (PEM, OpenSSH, PGP)',
  source: 'RFC 7468 §10 and §11, RFC 4716, RFC 9580 §6.2',
  check: 'opening and closing lines',
  score: 0.99,
  patterns: [],
  scan: scanPrivateKeys,
  context: {},
  examples: {
    valid: ['-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----'],
    invalid: ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  },
};
