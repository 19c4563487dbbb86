import { DomainError, Secret } from '#lib/kernel';
import { decrypt, encrypt } from './crypto/aead.js';
import { lengthPrefixed } from './crypto/length-prefixed.js';
import { wipe } from './crypto/wipe.js';
import type { Keyring } from './keyring.js';

const FORM = /^pvgsealed1\.([0-9a-f-]{36})\.([A-Za-z0-9_-]+)$/;

/**
 * Secrets of other libraries (upstream credentials, webhook secrets) as text that may lie in a table or a file. Bound to
 * the tenant and to a label that says where it belongs: unsealed elsewhere it is refused.
 */
export class SealedSecrets {
  constructor(private readonly keyring: Keyring) {}

  async seal(tenantId: string, label: string, secret: Secret<string>): Promise<string> {
    const { idOf } = await this.keyring.reserve(tenantId, [{ scope: { kind: 'sealed' }, count: 1 }]);
    const id = idOf.get('sealed') ?? '';
    return this.keyring.withDataKeys(tenantId, [id], (keyOf) => {
      const key = keyOf.get(id);
      if (!key) throw unknownSealingKey(tenantId);
      const plaintext = Buffer.from(secret.reveal(), 'utf8');
      const sealed = encrypt(key, plaintext, binding(tenantId, label, id));
      wipe(plaintext);
      return `pvgsealed1.${id}.${sealed.toString('base64url')}`;
    });
  }

  /** Throws `vault.integrity` when it was changed or belongs elsewhere, `keyring.unknown_key` when its key is gone. */
  async unseal(tenantId: string, label: string, sealed: string): Promise<Secret<string>> {
    const [, id, body] = FORM.exec(sealed) ?? [];
    if (id === undefined || body === undefined) {
      throw new DomainError('vault.integrity', { publicMessage: 'Not a sealed secret.' });
    }
    return this.keyring.withDataKeys(tenantId, [id], (keyOf) => {
      const key = keyOf.get(id);
      if (!key) throw unknownSealingKey(tenantId);
      const plaintext = decrypt(key, Buffer.from(body, 'base64url'), binding(tenantId, label, id));
      const secret = new Secret(plaintext.toString('utf8'));
      wipe(plaintext);
      return secret;
    });
  }
}

function binding(tenantId: string, label: string, dataKeyId: string): Buffer {
  return lengthPrefixed(['pvg/1|sealed', tenantId, label, dataKeyId]);
}

function unknownSealingKey(tenantId: string): DomainError {
  return new DomainError('keyring.unknown_key', {
    publicMessage: 'The key of a sealed secret is gone.',
    facts: { tenantId },
  });
}
