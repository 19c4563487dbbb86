import { randomBytes } from 'node:crypto';

/** Against sniffing, framing (clickjacking), other windows and leaks by the Referer header. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

export function newNonce(): string {
  return randomBytes(18).toString('base64url');
}

/** Of the page: nothing but our own files runs, nothing is sent elsewhere, nothing is kept (W3C CSP 3). */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    ...ALWAYS,
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
}

export function fileHeaders(immutable: boolean): Record<string, string> {
  return {
    ...ALWAYS,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  };
}
