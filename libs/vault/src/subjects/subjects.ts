import { randomUUID } from 'node:crypto';
import { DomainError, type VaultToken } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import { SUBJECT_ID_PATTERN } from '../values/tokenize-items.js';
import { assignSubjects } from './assign-subjects.js';
import { CertificateSigner, type ErasureCertificate } from './certificates.js';
import { completeErasure, type ErasureParts, eraseSubject, replayErasures } from './erase-subject.js';
import { requestErasure, withdrawErasure } from './erasure-approval.js';
import type { ErasureLedger } from './erasure-ledger.js';
import { csvOf, type ExportedValue, exportSubject } from './export-subject.js';
import { LinkProposals } from './link-proposals.js';

export interface Subject {
  readonly id: string;
  readonly state: 'active' | 'erased';
  /** Why it must be kept; null: it may be erased. */
  readonly holdReason: string | null;
  /** Who asked for its erasure, which somebody else then does; null: nobody did. */
  readonly erasureRequestedBy: string | null;
  readonly values: number;
  readonly createdAt: Date;
  readonly erasedAt: Date | null;
}

/** People whose values are linked, exported and erased together. */
export class Subjects {
  readonly signer: CertificateSigner;
  readonly proposals: LinkProposals;
  readonly #parts: ErasureParts;

  constructor(
    private readonly keyring: Keyring,
    readonly ledger: ErasureLedger,
  ) {
    this.signer = new CertificateSigner(keyring);
    this.proposals = new LinkProposals(keyring.database, (tenantId, id, tokens) => this.link(tenantId, id, tokens));
    this.#parts = { keyring, ledger, signer: this.signer };
  }

  /** Makes a subject; without an id, one is made up. Throws `resource.conflict` when it is there already. */
  async create(tenantId: string, id = `sub_${randomUUID()}`): Promise<Subject> {
    if (!SUBJECT_ID_PATTERN.test(id)) {
      throw new DomainError('request.invalid', {
        publicMessage: 'The id of a subject is opaque: letters, digits and ._:-, at most 128.',
        pointer: '/id',
      });
    }
    const { rowCount } = await this.keyring.database.withTenant(tenantId, (c) =>
      c.query('INSERT INTO subject (tenant_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [tenantId, id]),
    );
    if (rowCount !== 1) throw new DomainError('resource.conflict', { publicMessage: 'The subject is there already.' });
    return this.get(tenantId, id);
  }

  /** Throws `resource.not_found`. */
  async get(tenantId: string, id: string): Promise<Subject> {
    const [subject] = await this.#select(tenantId, 's.id = $2', [id], 1);
    if (subject) return subject;
    throw new DomainError('resource.not_found', { publicMessage: 'There is no such subject.' });
  }

  async list(tenantId: string, page: { readonly after?: string; readonly limit: number }): Promise<Subject[]> {
    return this.#select(tenantId, 's.id > $2', [page.after ?? ''], page.limit);
  }

  /**
   * Links values to a subject and re-encrypts them under its key. Gives the tokens that could be: unknown, ended and foreign
   * ones are left out alike. Throws `vault.invalid_item` when the subject was erased.
   */
  async link(tenantId: string, id: string, tokens: readonly VaultToken[]): Promise<string[]> {
    return this.#assign(tenantId, tokens, { add: [id] });
  }

  /** Takes values from a subject; nobody else's go back under their collection's key. */
  async unlink(tenantId: string, id: string, tokens: readonly VaultToken[]): Promise<string[]> {
    return this.#assign(tenantId, tokens, { remove: [id] });
  }

  /** Forbids erasure until `release`. Throws `resource.not_found`. */
  async hold(tenantId: string, id: string, reason: string): Promise<Subject> {
    return this.#setHold(tenantId, id, reason);
  }

  async release(tenantId: string, id: string): Promise<Subject> {
    return this.#setHold(tenantId, id, null);
  }

  /** Everything of a subject, value by value. */
  export(tenantId: string, id: string): AsyncIterable<ExportedValue> {
    return exportSubject(this.keyring, tenantId, id);
  }

  exportCsv(tenantId: string, id: string): AsyncIterable<string> {
    return csvOf(this.export(tenantId, id));
  }

  /** See `requestErasure`. Throws `resource.not_found`. */
  async requestErasure(tenantId: string, id: string, requestedBy: string): Promise<void> {
    await this.keyring.database.withTenant(tenantId, (c) => requestErasure(c, tenantId, id, requestedBy));
  }

  /** Takes a request for erasure back. Gives whether there was one. */
  async withdrawErasure(tenantId: string, id: string): Promise<boolean> {
    return this.keyring.database.withTenant(tenantId, (c) => withdrawErasure(c, tenantId, id));
  }

  /** See `eraseSubject`. `approvedBy`: who does it. */
  async erase(tenantId: string, id: string, approvedBy?: string): Promise<ErasureCertificate> {
    return eraseSubject(this.#parts, tenantId, id, approvedBy);
  }

  /** See `completeErasure`. */
  async complete(
    tenantId: string,
    id: string,
    options: { backupsExpired?: boolean } = {},
  ): Promise<ErasureCertificate> {
    return completeErasure(this.#parts, tenantId, id, options);
  }

  /** See `replayErasures`. */
  async replay(tenantId: string): Promise<number> {
    return replayErasures(this.#parts, tenantId);
  }

  async #assign(
    tenantId: string,
    tokens: readonly string[],
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<string[]> {
    await this.ledger.ensureCurrent(tenantId);
    await this.keyring.tenant(tenantId);
    const assigned = await this.keyring.database.withTenant(tenantId, async (c) => {
      await this.keyring.change(c, tenantId);
      return assignSubjects(
        this.keyring,
        c,
        tenantId,
        tokens.map((token) => ({ token, ...change })),
      );
    });
    this.keyring.refresh(tenantId);
    return assigned;
  }

  async #setHold(tenantId: string, id: string, reason: string | null): Promise<Subject> {
    await this.keyring.database.withTenant(tenantId, (c) =>
      c.query('UPDATE subject SET hold_reason = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, reason]),
    );
    return this.get(tenantId, id);
  }

  async #select(tenantId: string, condition: string, values: readonly unknown[], limit: number): Promise<Subject[]> {
    const { rows } = await this.keyring.database.withTenant(tenantId, (c) =>
      c.query<Subject>(
        `SELECT s.id, s.state, s.hold_reason AS "holdReason", s.created_at AS "createdAt", s.erased_at AS "erasedAt",
                (SELECT requested_by FROM erasure_request r
                 WHERE r.tenant_id = $1 AND r.subject_id = s.id AND s.state = 'active') AS "erasureRequestedBy",
                (SELECT count(*)::int FROM subject_value v WHERE v.tenant_id = $1 AND v.subject_id = s.id) AS values
         FROM subject s WHERE s.tenant_id = $1 AND ${condition} ORDER BY s.id LIMIT $3`,
        [tenantId, ...values, limit],
      ),
    );
    return rows;
  }
}
