interface PublicKey {
  readonly kty: string;
  readonly crv?: string;
  readonly x?: string;
}

/** Checks an EdDSA signature (RFC 8037) in the browser, and that what is shown is what was signed. */
export async function verifyJws(
  jws: string,
  key: PublicKey,
  shown: object,
): Promise<'valid' | 'invalid' | 'unchecked'> {
  const [head = '', payload = '', signature = ''] = jws.split('.');
  let imported: CryptoKey;
  try {
    const { kty, crv, x } = key;
    imported = await crypto.subtle.importKey('jwk', { kty, crv, x } as JsonWebKey, { name: 'Ed25519' }, false, [
      'verify',
    ]);
  } catch {
    return 'unchecked';
  }
  const holds = await crypto.subtle.verify(
    { name: 'Ed25519' },
    imported,
    bytesOf(signature),
    new TextEncoder().encode(`${head}.${payload}`),
  );
  if (!holds) return 'invalid';
  const signed = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as Record<string, unknown>;
  const same = Object.entries(shown).every(([name, value]) => JSON.stringify(signed[name]) === JSON.stringify(value));
  return same ? 'valid' : 'invalid';
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
