import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { policyHash } from '../language/canonical-policy.js';
import { parsePolicy } from '../language/check-policy.js';
import type { PolicyDocument } from '../language/policy-document.js';

/** draft → review → approved → active → retired; a review may end rejected; a retired version may be made active again. */
export type PolicyState = 'draft' | 'review' | 'approved' | 'active' | 'retired' | 'rejected';

export interface PolicyVersion {
  readonly policyId: string;
  readonly version: number;
  readonly state: PolicyState;
  /** Its decisions are recorded beside the enforced ones, and never enforced. */
  readonly shadow: boolean;
  readonly document: PolicyDocument;
  readonly hash: string;
  readonly note: string;
  readonly author: string;
  /** Everyone who wrote in the draft, the author included. */
  readonly editors: readonly string[];
  readonly reviewer: string | null;
  readonly reviewNote: string | null;
  readonly activatedBy: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly activatedAt: Date | null;
  /** Changes with every change of the version; writes must name it. */
  readonly etag: string;
}

interface VersionRow {
  policy_id: string;
  version: number;
  state: PolicyState;
  shadow: boolean;
  document: unknown;
  note: string;
  author: string;
  editors: string[];
  reviewer: string | null;
  review_note: string | null;
  activated_by: string | null;
  created_at: Date;
  changed_at: Date;
  activated_at: Date | null;
  etag: string;
}

export const VERSION_COLUMNS = `policy_id, version, state, shadow, document, note, author, editors, reviewer, review_note,
  activated_by, created_at, changed_at, activated_at, etag::text`;

/** @throws DomainError `policy.invalid` for a stored document that fails the checks */
export function policyVersionFrom(row: VersionRow): PolicyVersion {
  const document = parsePolicy(row.document);
  return {
    policyId: row.policy_id,
    version: row.version,
    state: row.state,
    shadow: row.shadow,
    document,
    hash: policyHash(document),
    note: row.note,
    author: row.author,
    editors: row.editors,
    reviewer: row.reviewer,
    reviewNote: row.review_note,
    activatedBy: row.activated_by,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    activatedAt: row.activated_at,
    etag: row.etag,
  };
}

export async function queryVersions(
  client: DatabaseClient,
  where: string,
  values: readonly unknown[],
): Promise<PolicyVersion[]> {
  const { rows } = await client.query<VersionRow>(
    `SELECT ${VERSION_COLUMNS} FROM policy_version WHERE ${where}`,
    values,
  );
  return rows.map(policyVersionFrom);
}

/** Which version, and what the caller believes it to be. */
export interface VersionRef {
  readonly policyId: string;
  readonly version: number;
  /** From `If-Match`. */
  readonly etag: string;
}

/**
 * Locks a version for the change that follows.
 *
 * @throws DomainError `resource.not_found`; `precondition.failed` when it changed since; `policy.conflict` when it is in none
 * of the states
 */
export async function lockVersion(
  client: DatabaseClient,
  ref: VersionRef,
  states: readonly PolicyState[],
): Promise<PolicyVersion> {
  const [found] = await queryVersions(client, 'policy_id = $1 AND version = $2 FOR UPDATE', [
    ref.policyId,
    ref.version,
  ]);
  if (!found) throw new DomainError('resource.not_found', { publicMessage: 'There is no such version of a policy.' });
  if (found.etag !== ref.etag) {
    throw new DomainError('precondition.failed', {
      publicMessage: 'The version was changed meanwhile. Read it again.',
      facts: { etag: found.etag },
    });
  }
  if (!states.includes(found.state)) {
    throw new DomainError('policy.conflict', {
      publicMessage: `A version in state "${found.state}" can’t take this step; it takes one in ${states.join(' or ')}.`,
      facts: { state: found.state },
    });
  }
  return found;
}

/** Sets columns of a locked version and gives it a new etag. Column names are the caller's own, never input. */
export async function updateVersion(
  client: DatabaseClient,
  { policyId, version }: { policyId: string; version: number },
  columns: Readonly<Record<string, unknown>>,
): Promise<PolicyVersion> {
  const names = Object.keys(columns);
  const sets = names.map((name, index) => `${name} = $${index + 3}`);
  const { rows } = await client.query<VersionRow>(
    `UPDATE policy_version SET ${[...sets, 'etag = etag + 1', 'changed_at = now()'].join(', ')}
     WHERE policy_id = $1 AND version = $2 RETURNING ${VERSION_COLUMNS}`,
    [policyId, version, ...Object.values(columns)],
  );
  return policyVersionFrom(rows[0]!);
}
