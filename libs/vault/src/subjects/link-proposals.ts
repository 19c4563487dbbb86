import { randomUUID } from 'node:crypto';
import type { Database } from '#lib/database';
import { DomainError, type VaultToken } from '#lib/kernel';
import { type LinkCandidate, type LinkProposal, proposeLinks } from './propose-links.js';

export interface StoredProposal extends LinkProposal {
  readonly id: string;
  readonly state: 'proposed' | 'confirmed' | 'rejected';
}

type Link = (tenantId: string, subjectId: string, tokens: readonly VaultToken[]) => Promise<string[]>;

interface ProposalRow {
  readonly id: string;
  readonly token_a: string;
  readonly token_b: string;
  readonly rule: LinkProposal['rule'];
  readonly confidence: number;
  readonly state: StoredProposal['state'];
}

/** Pairs of values that may be one person's, kept until somebody confirms or rejects them. Tokens only, no values. */
export class LinkProposals {
  constructor(
    private readonly database: Database,
    private readonly link: Link,
  ) {}

  /** Stores what the rules propose for the candidates. A pair that was rejected is not proposed again. */
  async propose(tenantId: string, candidates: readonly LinkCandidate[]): Promise<number> {
    const proposals = proposeLinks(candidates);
    if (proposals.length === 0) return 0;
    const { rowCount } = await this.database.withTenant(tenantId, (c) =>
      c.query(
        `INSERT INTO subject_link_proposal AS p (tenant_id, id, token_a, token_b, rule, confidence)
         SELECT $1, n.* FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::real[]) AS n
         ON CONFLICT (tenant_id, token_a, token_b) DO UPDATE
           SET rule = excluded.rule, confidence = excluded.confidence
           WHERE p.state = 'proposed' AND p.confidence < excluded.confidence`,
        [
          tenantId,
          proposals.map(() => randomUUID()),
          proposals.map(({ tokens }) => tokens[0]),
          proposals.map(({ tokens }) => tokens[1]),
          proposals.map(({ rule }) => rule),
          proposals.map(({ confidence }) => confidence),
        ],
      ),
    );
    return rowCount ?? 0;
  }

  /** Open proposals, the most confident first. */
  async list(tenantId: string, limit: number): Promise<StoredProposal[]> {
    const { rows } = await this.database.withTenant(tenantId, (c) =>
      c.query<ProposalRow>(
        `SELECT id, token_a, token_b, rule, confidence, state FROM subject_link_proposal
         WHERE tenant_id = $1 AND state = 'proposed' ORDER BY confidence DESC, id LIMIT $2`,
        [tenantId, limit],
      ),
    );
    return rows.map(stored);
  }

  /**
   * Links both values of a proposal to a subject: the one given, else the one that either already belongs to, else a new
   * one. Gives its id. Throws `resource.not_found` for an unknown or settled proposal.
   */
  async confirm(tenantId: string, proposalId: string, subjectId?: string): Promise<string> {
    const { tokens, owner } = await this.#open(tenantId, proposalId);
    const id = subjectId ?? owner ?? `sub_${randomUUID()}`;
    await this.link(tenantId, id, tokens);
    await this.#settle(tenantId, proposalId, 'confirmed');
    return id;
  }

  async reject(tenantId: string, proposalId: string): Promise<void> {
    await this.#settle(tenantId, proposalId, 'rejected');
  }

  async #open(tenantId: string, id: string): Promise<{ tokens: VaultToken[]; owner: string | null }> {
    const { rows } = await this.database.withTenant(tenantId, (c) =>
      c.query<{ token_a: VaultToken; token_b: VaultToken; owner: string | null }>(
        `SELECT p.token_a, p.token_b, (SELECT min(v.subject_id) FROM subject_value v
                                       WHERE v.tenant_id = $1 AND v.token IN (p.token_a, p.token_b)) AS owner
         FROM subject_link_proposal p WHERE p.tenant_id = $1 AND p.id::text = $2 AND p.state = 'proposed'`,
        [tenantId, id],
      ),
    );
    const [row] = rows;
    if (row) return { tokens: [row.token_a, row.token_b], owner: row.owner };
    throw noSuchProposal();
  }

  async #settle(tenantId: string, id: string, state: 'confirmed' | 'rejected'): Promise<void> {
    const { rowCount } = await this.database.withTenant(tenantId, (c) =>
      c.query(
        `UPDATE subject_link_proposal SET state = $3 WHERE tenant_id = $1 AND id::text = $2 AND state = 'proposed'`,
        [tenantId, id, state],
      ),
    );
    if (rowCount !== 1) throw noSuchProposal();
  }
}

function noSuchProposal(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such open proposal.' });
}

function stored(row: ProposalRow): StoredProposal {
  return {
    id: row.id,
    tokens: [row.token_a, row.token_b],
    rule: row.rule,
    confidence: row.confidence,
    state: row.state,
  };
}
