import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { patternRecognizer, type Validation } from '../../recognizer.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_CONSTANT = 1;
const BECH32M_CONSTANT = 0x2bc830a3;

/** Base58Check: the last four bytes are the start of the double SHA-256 of the rest. */
export function base58Check(value: string): boolean {
  let number = 0n;
  for (const symbol of value) {
    const digit = BASE58.indexOf(symbol);
    if (digit < 0) return false;
    number = number * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(value)![0].length;
  const hex = number === 0n ? '' : number.toString(16);
  const bytes = Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
  if (bytes.length !== 25) return false;
  const twice = createHash('sha256')
    .update(createHash('sha256').update(bytes.subarray(0, 21)).digest())
    .digest();
  return twice.subarray(0, 4).equals(bytes.subarray(21));
}

/** BIP 173 and BIP 350 checksum over the human-readable part and the data. */
export function bech32(value: string): boolean {
  const lower = value.toLowerCase();
  if (value !== lower && value !== value.toUpperCase()) return false;
  const split = lower.lastIndexOf('1');
  const prefix = lower.slice(0, split);
  const data = [...lower.slice(split + 1)].map((symbol) => BECH32.indexOf(symbol));
  if (split < 1 || data.length < 6 || data.includes(-1)) return false;
  const codes = [...prefix].map((symbol) => symbol.charCodeAt(0));
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data];
  let check = 1;
  for (const next of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ next;
    for (let bit = 0; bit < 5; bit += 1) if ((top >>> bit) & 1) check ^= BECH32_GENERATOR[bit]!;
  }
  return check === BECH32_CONSTANT || check === BECH32M_CONSTANT;
}

/** EIP-55: the case of each letter is a bit of the Keccak-256 of the lower-case address. One case only carries no check. */
export function validateEthereum(value: string): Validation {
  const digits = value.slice(2);
  if (/^(.)\1+$/.test(digits)) return 'invalid';
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'unknown';
  const hash = Buffer.from(keccak_256(Buffer.from(digits.toLowerCase(), 'ascii'))).toString('hex');
  const agrees = [...digits].every(
    (symbol, index) => /\d/.test(symbol) || Number.parseInt(hash[index]!, 16) >= 8 === /[A-F]/.test(symbol),
  );
  return agrees ? 'valid' : 'invalid';
}

function validate(value: string): Validation {
  if (value.startsWith('0x')) return validateEthereum(value);
  if (/^(?:bc|tb|ltc)1/i.test(value)) return bech32(value) ? 'valid' : 'invalid';
  if (/^[13LMDT]/.test(value) && value.length <= 35) return base58Check(value) ? 'valid' : 'invalid';
  return 'unknown';
}

const CONTEXT = {
  '*': [
    'btc',
    'bitcoin',
    'eth',
    'ethereum',
    'usdt',
    'crypto',
    'wallet',
    'ltc',
    'xmr',
    'monero',
    'tron',
    'sol',
    'solana',
    'xrp',
    'ripple',
    'doge',
    'address',
    'adresse',
    'indirizzo',
    'payout',
    'donation',
  ],
  en: ['wallet address', 'send'],
  de: ['brieftasche'],
  es: ['monedero', 'billetera', 'criptomoneda'],
  pt: ['carteira', 'criptomoeda'],
};

/** Wallet addresses of cryptocurrencies. */
export const cryptoAddress = patternRecognizer({
  id: 'crypto-address',
  type: 'CRYPTO_ADDRESS',
  title: 'Cryptocurrency wallet address',
  source:
    'Bitcoin Base58Check, BIP 173 and BIP 350 (bech32), EIP-55 (Ethereum); formats of Monero, XRP, Solana with context',
  check: 'Base58Check, bech32, Keccak-256 case check',
  score: 0.3,
  validScore: 0.97,
  failedCheckScore: 0.2,
  patterns: [
    {
      name: 'Base58Check',
      kind: 'text',
      triggers: { runs: 'longKey', before: 8, after: 8 },
      regex: /(?<![A-Za-z0-9])[13LMDT][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/,
    },
    {
      name: 'bech32',
      kind: 'text',
      triggers: { runs: 'longKey', before: 8, after: 8 },
      regex: /(?<![A-Za-z0-9])(?:bc|tb|ltc)1[a-z0-9]{25,87}(?![A-Za-z0-9])/i,
      hints: ['bc1', 'tb1', 'ltc1'],
    },
    {
      name: 'Ethereum',
      kind: 'text',
      triggers: { runs: 'longKey', before: 8, after: 8 },
      regex: /(?<![A-Za-z0-9])0x[0-9A-Fa-f]{40}(?![A-Za-z0-9])/,
      hints: ['0x'],
      score: 0.7,
    },
    {
      name: 'Monero',
      kind: 'text',
      triggers: { runs: 'longKey', before: 8, after: 8 },
      regex: /(?<![A-Za-z0-9])[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}(?![A-Za-z0-9])/,
      score: 0.7,
    },
    {
      name: 'XRP Ledger',
      kind: 'text',
      triggers: { runs: 'longKey', before: 8, after: 8 },
      regex: /(?<![A-Za-z0-9])r[1-9A-HJ-NP-Za-km-z]{24,34}(?![A-Za-z0-9])/,
      score: 0.1,
    },
    {
      name: 'Solana',
      kind: 'text',
      triggers: { runs: 'longKey', before: 8, after: 8 },
      regex: /(?<![A-Za-z0-9/+=])[1-9A-HJ-NP-Za-km-z]{43,44}(?![A-Za-z0-9/+=])/,
      score: 0.1,
    },
  ],
  validate,
  context: CONTEXT,
  contextDistanceMax: 5,
  examples: {
    valid: [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x78c37ed1a914e7d544d18bafbe533ffbc710a286',
    ],
    invalid: ['0x0000000000000000000000000000000000000000', '0x1234'],
  },
});
