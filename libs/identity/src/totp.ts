import { createHmac, randomBytes } from 'node:crypto';
import { Secret } from '#lib/kernel';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after now that a code may be of: clocks differ (RFC 6238 §5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new shared secret of 160 bits (RFC 4226 §4, R6), as base32 for an authenticator app. */
export function newTotpSecret(): Secret<string> {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return new Secret((bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join(''));
}

/** What an authenticator app reads from a QR code (the Key URI format). */
export function totpUri(secret: Secret<string>, account: string): Secret<string> {
  const label = `pvg:${encodeURIComponent(account)}`;
  return new Secret(`otpauth://totp/${label}?secret=${secret.reveal()}&issuer=pvg&algorithm=SHA1&digits=6&period=30`);
}

/** The code of a time step (RFC 6238 §4 over RFC 4226 §5.3). */
export function totpCode(secret: Secret<string>, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret.reveal())).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
}

/** The step that a code is of, near now; null for a wrong one. A caller takes each step once. */
export function stepOfCode(secret: Secret<string>, code: string, now: Date): number | null {
  const step = totpStep(now);
  for (let near = step - WINDOW; near <= step + WINDOW; near += 1) if (totpCode(secret, near) === code) return near;
  return null;
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
