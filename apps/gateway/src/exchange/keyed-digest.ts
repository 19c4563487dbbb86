import { createHmac } from 'node:crypto';
import { type Keyring, lengthPrefixed } from '#lib/keyring';

/**
 * HMAC-SHA-256 of length-prefixed parts under a key of the tenant, derived for one use by its label. Stored instead of
 * anything a caller wrote: without the key nobody can test a guess against it.
 */
export async function keyedDigests(
  keyring: Keyring,
  tenantId: string,
  label: string,
  inputs: readonly (readonly string[])[],
): Promise<Buffer[]> {
  const { indexVersion } = await keyring.tenant(tenantId);
  return keyring.withIndexKeys(tenantId, [indexVersion], (keyOf) => {
    const key = keyOf(indexVersion, label);
    return inputs.map((parts) => createHmac('sha256', key).update(lengthPrefixed(parts)).digest());
  });
}
