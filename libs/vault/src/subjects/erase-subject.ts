import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import { endValues } from '../values/end-values.js';
import type { CertificateSigner, ErasureCertificate, ErasureStatement } from './certificates.js';
import { requireApproval } from './erasure-approval.js';
import type { ErasureLedger, LedgerEntry } from './erasure-ledger.js';

/** What is written into the ledger of a live erasure: enough to make the certificate again. */
type ErasedFacts = Pick<ErasureStatement, 'at' | 'valuesErased' | 'exclusions' | 'kekVersions'>;

export interface ErasureParts {
  readonly keyring: Keyring;
  readonly ledger: ErasureLedger;
  readonly signer: CertificateSigner;
}

/**
 * Stage one: takes the subject out of the database that serves. The wraps of its keys, its index rows and links go, its
 * values become tombstones, every process drops its cached keys. Values that other subjects share stay with them and are
 * listed as exclusions. Repeating it gives the same certificate.
 *
 * Throws `resource.not_found` for an unknown subject, `vault.legal_hold` for one that must be kept, and what
 * `requireApproval` throws.
 */
export async function eraseSubject(
  parts: ErasureParts,
  tenantId: string,
  subjectId: string,
  approvedBy?: string,
): Promise<ErasureCertificate> {
  const { keyring, ledger } = parts;
  await ledger.ensureCurrent(tenantId);
  const entry = await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    const done = await ledgerEntryOf(c, tenantId, subjectId, 'live');
    if (done) return done;
    const { rows } = await c.query<{ hold_reason: string | null }>(
      'SELECT hold_reason FROM subject WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
      [tenantId, subjectId],
    );
    if (!rows[0]) throw new DomainError('resource.not_found', { publicMessage: 'There is no such subject.' });
    if (rows[0].hold_reason !== null) {
      throw new DomainError('vault.legal_hold', {
        publicMessage: 'The subject is under legal hold.',
        facts: { subjectId },
      });
    }
    await requireApproval(c, tenantId, subjectId, approvedBy);
    const keks = await c.query<{ version: number }>(
      `SELECT version FROM tenant_kek WHERE tenant_id = $1 AND state <> 'destroyed' ORDER BY version`,
      [tenantId],
    );
    const removed = await removeSubject(c, tenantId, subjectId);
    const facts: ErasedFacts = {
      at: new Date().toISOString(),
      ...removed,
      kekVersions: keks.rows.map((row) => row.version),
    };
    return ledger.append(c, tenantId, { subjectId, stage: 'live', body: JSON.stringify(facts) });
  });
  keyring.forget(`${tenantId}/`);
  await ledger.publish(tenantId, entry);
  return parts.signer.sign(tenantId, statementOf(tenantId, entry));
}

/** Removes what belongs to the subject alone, and the subject from what it shares. */
async function removeSubject(
  c: DatabaseClient,
  tenantId: string,
  subjectId: string,
): Promise<{ valuesErased: number; exclusions: string[] }> {
  const { rows } = await c.query<{ token: string; shared: boolean }>(
    `SELECT s.token, EXISTS (SELECT FROM subject_value o WHERE o.tenant_id = $1 AND o.token = s.token
                               AND o.subject_id <> $2) AS shared
     FROM subject_value s WHERE s.tenant_id = $1 AND s.subject_id = $2 ORDER BY s.token`,
    [tenantId, subjectId],
  );
  const own = rows.filter((row) => !row.shared).map((row) => row.token);
  await endValues(c, tenantId, own, 'erased');
  await c.query('DELETE FROM subject_value WHERE tenant_id = $1 AND subject_id = $2', [tenantId, subjectId]);
  await c.query(
    `WITH gone AS (DELETE FROM data_key_wrap WHERE tenant_id = $1 AND subject_id = $2 RETURNING data_key_id)
     DELETE FROM data_key k USING gone WHERE k.tenant_id = $1 AND k.id = gone.data_key_id
       AND NOT EXISTS (SELECT FROM data_key_wrap w WHERE w.tenant_id = $1 AND w.data_key_id = k.id AND w.subject_id <> $2)`,
    [tenantId, subjectId],
  );
  await c.query(`UPDATE subject SET state = 'erased', erased_at = now() WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    subjectId,
  ]);
  return { valuesErased: own.length, exclusions: rows.filter((row) => row.shared).map((row) => row.token) };
}

/**
 * Stage two: the certificate that no backup opens the subject's values either. Given when every key version that may have
 * wrapped its keys is destroyed outside the database, or when the last backup that holds them has expired.
 *
 * Throws `resource.conflict` while neither is so, naming the versions left.
 */
export async function completeErasure(
  parts: ErasureParts,
  tenantId: string,
  subjectId: string,
  options: { readonly backupsExpired?: boolean } = {},
): Promise<ErasureCertificate> {
  const { keyring, ledger } = parts;
  await ledger.ensureCurrent(tenantId);
  const entry = await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    const done = await ledgerEntryOf(c, tenantId, subjectId, 'backups');
    if (done) return done;
    const live = await ledgerEntryOf(c, tenantId, subjectId, 'live');
    if (!live) throw new DomainError('resource.not_found', { publicMessage: 'The subject was not erased.' });
    const facts = JSON.parse(live.body) as ErasedFacts;
    const { rows } = await c.query<{ version: number }>(
      `SELECT version FROM tenant_kek WHERE tenant_id = $1 AND version = ANY($2::integer[]) AND state <> 'destroyed'`,
      [tenantId, facts.kekVersions],
    );
    const destroyed = keyring.kms.destroysSlots && rows.length === 0;
    if (!destroyed && !options.backupsExpired) {
      throw new DomainError('resource.conflict', {
        publicMessage: 'Older backups can still be opened.',
        detail: 'rotate the key-encryption key and retire the versions named, or wait until the backups have expired',
        facts: { kekVersions: rows.map((row) => String(row.version)), provider: keyring.kms.provider },
      });
    }
    const because = destroyed ? 'keys-destroyed' : 'backups-expired';
    const body = JSON.stringify({ ...facts, at: new Date().toISOString(), because });
    return ledger.append(c, tenantId, { subjectId, stage: 'backups', body });
  });
  await ledger.publish(tenantId, entry);
  return parts.signer.sign(tenantId, statementOf(tenantId, entry));
}

/**
 * Repeats, in a database restored from a backup, the erasures that it does not know of; afterwards it serves. Gives their
 * number. What the backup holds of subjects that were erased later is gone when it resolves.
 */
export async function replayErasures(parts: ErasureParts, tenantId: string): Promise<number> {
  const { keyring, ledger } = parts;
  const missing = await ledger.missing(tenantId);
  for (const entry of missing) {
    await keyring.database.withTenant(tenantId, async (c) => {
      await keyring.change(c, tenantId);
      if (entry.stage === 'live') {
        await c.query('INSERT INTO subject (tenant_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
          tenantId,
          entry.subjectId,
        ]);
        await removeSubject(c, tenantId, entry.subjectId);
      }
      await ledger.insert(c, tenantId, entry);
    });
  }
  keyring.forget(`${tenantId}/`);
  ledger.forget();
  return missing.length;
}

function statementOf(tenantId: string, entry: LedgerEntry): ErasureStatement {
  const facts = JSON.parse(entry.body) as ErasedFacts & Pick<ErasureStatement, 'because'>;
  return {
    version: 1,
    tenantId,
    subjectId: entry.subjectId,
    stage: entry.stage,
    ...facts,
    ledger: { seq: entry.seq, hash: entry.hash },
  };
}

async function ledgerEntryOf(
  c: DatabaseClient,
  tenantId: string,
  subjectId: string,
  stage: 'live' | 'backups',
): Promise<LedgerEntry | null> {
  const { rows } = await c.query<LedgerEntry>(
    `SELECT seq::float8 AS seq, subject_id AS "subjectId", stage, body, hash FROM erasure_ledger
     WHERE tenant_id = $1 AND subject_id = $2 AND stage = $3`,
    [tenantId, subjectId, stage],
  );
  return rows[0] ?? null;
}
