import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { DomainError, type Secret } from '#lib/kernel';
import { equalsInConstantTime } from './opaque-secret.js';

/** Bounds of NIST SP 800-63B §5.1.1.2, with a longer minimum, since these passwords open the administration. */
export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 256;

export interface PasswordCost {
  /** log2 of scrypt's N. */
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** 64 MiB and about a quarter of a second: the OWASP password storage cheat sheet's second choice for scrypt (RFC 7914). */
export const PASSWORD_COST: PasswordCost = { log2N: 16, r: 8, p: 2 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const RUNNING_MAX = 2;
const WAITING_MAX = 64;
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

let running = 0;
const waiting: (() => void)[] = [];

/** At most two at a time and 64 in the queue, so that a flood of sign-ins can't take the memory or all threads. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) {
      throw new DomainError('request.rate_limited', {
        publicMessage: 'Too many people sign in at once. Try again.',
        facts: { retryAfterMs: 5_000 },
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function derive(password: Secret<string>, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const N = 2 ** cost.log2N;
  const options: ScryptOptions = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  // Composed forms, so that one password typed on two systems is one (SP 800-63B §5.1.1.2).
  const bytes = Buffer.from(password.reveal().normalize('NFKC'), 'utf8');
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(bytes, salt, HASH_BYTES, options, (error, hash) => {
          bytes.fill(0);
          if (error) reject(error);
          else resolve(hash);
        });
      }),
  );
}

/** The password's hash with its parameters and salt, as one text. */
export async function hashPassword(password: Secret<string>, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost);
  const parameters = `ln=${cost.log2N},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether the password is the one of the hash. With no hash (nobody of that name) it takes as long and is false, so that the
 * time tells no names.
 */
export async function verifyPassword(
  password: Secret<string>,
  stored: string | null,
  cost: PasswordCost = PASSWORD_COST,
): Promise<boolean> {
  const [, log2N, r, p, salt, hash] = FORM.exec(stored ?? '') ?? [];
  if (salt === undefined || hash === undefined) {
    await derive(password, randomBytes(SALT_BYTES), cost);
    return false;
  }
  const given = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return equalsInConstantTime(
    await derive(password, Buffer.from(salt, 'base64url'), given),
    Buffer.from(hash, 'base64url'),
  );
}

/** @throws DomainError `request.invalid`, pointing at `/password` and never quoting it */
export function checkPassword(password: Secret<string>, names: readonly string[]): void {
  const text = password.reveal().normalize('NFKC');
  const length = [...text].length;
  const folded = text.toLowerCase();
  const weak =
    new Set(folded).size < 5 ||
    ['password', 'passwort', '123456', 'qwerty'].some((one) => folded.startsWith(one)) ||
    names.some((name) => name.length >= 3 && folded.includes(name.toLowerCase()));
  if (length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX && !weak) return;
  throw new DomainError('request.invalid', {
    publicMessage: `A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters, five different ones at least, and neither the name nor a common beginning.`,
    pointer: '/password',
  });
}
