/** What may be shown of a key: everything but the secret. */
export interface ApiKeyRecord {
  readonly prefix: string;
  readonly principalId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** The prefix of the key that a rotation put in its place. */
  readonly replacedBy: string | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
}

export interface ApiKeyRow {
  tenant_id: string;
  prefix: string;
  principal_id: string;
  name: string;
  scopes: string[];
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaced_by: string | null;
  last_used_at: Date | null;
}

export const KEY_COLUMNS =
  'tenant_id, prefix, principal_id, name, scopes, created_by, created_at, expires_at, revoked_at, replaced_by, last_used_at';

/** An action pattern of the policy language. Which actions exist, the policy library knows. */
export const SCOPE_PATTERN = /^(?:\*|[a-z]+:(?:\*|[A-Z][A-Za-z]*))$/;

export function apiKeyRecord(row: ApiKeyRow): ApiKeyRecord {
  return {
    prefix: row.prefix,
    principalId: row.principal_id,
    name: row.name,
    scopes: row.scopes,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
    lastUsedAt: row.last_used_at,
  };
}
