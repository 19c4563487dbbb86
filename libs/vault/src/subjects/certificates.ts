import { generateKeyPairSync } from 'node:crypto';
import { CompactSign, compactVerify, exportJWK, importJWK, type JWK } from 'jose';
import type { DatabaseClient } from '#lib/database';
import { DomainError, Secret } from '#lib/kernel';
import { type Keyring, SealedSecrets } from '#lib/keyring';

/** What a certificate of erasure says. */
export interface ErasureStatement {
  readonly version: 1;
  readonly tenantId: string;
  readonly subjectId: string;
  /** `live`: out of the database that serves. `backups`: out of every backup as well. */
  readonly stage: 'live' | 'backups';
  readonly at: string;
  /** How many values were erased. */
  readonly valuesErased: number;
  /** Tokens that remain because other subjects share them. */
  readonly exclusions: readonly string[];
  /** Stage `live`: key versions that older backups may hold the subject's keys under. */
  readonly kekVersions: readonly number[];
  /** Stage `backups`: why no backup opens them any more. */
  readonly because?: 'keys-destroyed' | 'backups-expired';
  readonly ledger: { readonly seq: number; readonly hash: string };
}

export interface ErasureCertificate {
  readonly statement: ErasureStatement;
  /** A JWS in compact form (RFC 7515), EdDSA over Ed25519 (RFC 8037), with the public key in its header. */
  readonly jws: string;
}

const LABEL = 'vault/erasure-certificate';

/** Signs certificates with the tenant's Ed25519 key, made at first use and sealed. */
export class CertificateSigner {
  readonly #sealed: SealedSecrets;

  constructor(private readonly keyring: Keyring) {
    this.#sealed = new SealedSecrets(keyring);
  }

  async sign(tenantId: string, statement: ErasureStatement): Promise<ErasureCertificate> {
    const { publicKey, privateKey } = await this.#key(tenantId);
    const jws = await new CompactSign(Buffer.from(JSON.stringify(statement)))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'pvg-erasure+jws', jwk: publicKey })
      .sign(await importJWK(privateKey.reveal(), 'EdDSA'));
    return { statement, jws };
  }

  /** The key with which the tenant's certificates are verified; publish it where auditors find it. */
  async publicKey(tenantId: string): Promise<JWK> {
    return (await this.#key(tenantId)).publicKey;
  }

  async #key(tenantId: string): Promise<{ publicKey: JWK; privateKey: Secret<JWK> }> {
    const read = (c: DatabaseClient) =>
      c.query<{ public_key: string; sealed_private_key: string }>(
        'SELECT public_key, sealed_private_key FROM certificate_key WHERE tenant_id = $1',
        [tenantId],
      );
    let { rows } = await this.keyring.database.withTenant(tenantId, read);
    if (rows.length === 0) {
      const pair = generateKeyPairSync('ed25519');
      const publicKey = JSON.stringify(await exportJWK(pair.publicKey));
      const privateKey = new Secret(JSON.stringify(await exportJWK(pair.privateKey)));
      const sealed = await this.#sealed.seal(tenantId, LABEL, privateKey);
      ({ rows } = await this.keyring.database.withTenant(tenantId, async (c) => {
        await c.query(
          `INSERT INTO certificate_key (tenant_id, public_key, sealed_private_key) VALUES ($1, $2, $3)
           ON CONFLICT DO NOTHING`,
          [tenantId, publicKey, sealed],
        );
        return read(c);
      }));
    }
    const row = rows[0]!;
    const opened = await this.#sealed.unseal(tenantId, LABEL, row.sealed_private_key);
    return {
      publicKey: JSON.parse(row.public_key) as JWK,
      privateKey: new Secret(JSON.parse(opened.reveal()) as JWK),
    };
  }
}

/**
 * Verifies a certificate without the vault. `trusted` is the public key as the tenant has published it.
 * Throws `vault.integrity` when the signature does not hold, or was made with another key.
 */
export async function verifyErasureCertificate(jws: string, trusted: JWK): Promise<ErasureStatement> {
  try {
    const { payload } = await compactVerify(jws, await importJWK(trusted, 'EdDSA'), { algorithms: ['EdDSA'] });
    return JSON.parse(Buffer.from(payload).toString('utf8')) as ErasureStatement;
  } catch {
    throw new DomainError('vault.integrity', { publicMessage: 'The certificate does not verify under this key.' });
  }
}
