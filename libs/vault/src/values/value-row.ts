import type { InfoClass, VaultToken } from '#lib/kernel';
import type { VaultRecord } from '../vault-record.js';

/** The columns of `RECORD_COLUMNS`. */
export interface ValueRow {
  readonly token: string;
  readonly info_type: string;
  readonly info_class: string;
  readonly collection_id: string;
  readonly origins: readonly string[];
  readonly region: string | null;
  readonly tags: readonly string[];
  readonly expires_at: Date | null;
  readonly single_use: boolean;
  readonly subjects: readonly string[] | null;
}

export const RECORD_COLUMNS = `v.token, v.info_type, v.info_class, v.collection_id, v.origins, v.region, v.tags, v.expires_at,
  v.single_use, (SELECT array_agg(s.subject_id ORDER BY s.subject_id) FROM subject_value s
                 WHERE s.tenant_id = v.tenant_id AND s.token = v.token) AS subjects`;

/**
 * The condition under which a value can be had. The clock is the database's, one for all replicas; a tombstone, a used
 * single-use value and an expired one are alike.
 */
export const LIVE = `v.ciphertext IS NOT NULL AND v.used_at IS NULL
  AND (v.expires_at IS NULL OR v.expires_at > clock_timestamp())`;

export function recordOf(row: ValueRow): VaultRecord {
  const subjects = row.subjects ?? [];
  return {
    token: row.token as VaultToken,
    type: row.info_type,
    infoClass: row.info_class as InfoClass,
    collectionId: row.collection_id,
    origins: row.origins,
    region: row.region,
    subject: subjects[0] ?? null,
    subjects,
    tags: row.tags,
    expiresAt: row.expires_at,
    singleUse: row.single_use,
  };
}
