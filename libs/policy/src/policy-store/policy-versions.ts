import type { Database, DatabaseClient } from '#lib/database';
import { DomainError, isSlug, type Principal } from '#lib/kernel';
import { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { parsePolicy } from '../language/check-policy.js';
import type { PolicyDocument } from '../language/policy-document.js';
import { mergePolicies } from './merge-policies.js';
import { exceedingDocument, isAdministrator, mayOnTenant } from './policy-authority.js';
import type { PolicyStore } from './policy-store.js';
import {
  ExpectedDecisionSchema,
  type PolicyTest,
  type PolicyTestResult,
  readPolicyTests,
  requestFromSpec,
  runPolicyTests,
} from './policy-tests.js';
import {
  lockVersion,
  type PolicyVersion,
  policyVersionFrom,
  queryVersions,
  updateVersion,
  VERSION_COLUMNS,
  type VersionRef,
} from './policy-version.js';

/** Lists the principals of a tenant, as their requests would act. A port: identities live elsewhere. */
export abstract class PrincipalDirectory {
  abstract activePrincipals(tenantId: string): Promise<readonly Principal[]>;
  /** Those that can come in: by a lasting key, with what it is limited to, a password, or an identity provider. */
  abstract entrants(tenantId: string): Promise<readonly Principal[]>;
}

export interface DraftInput {
  readonly policyId: string;
  readonly document: unknown;
  readonly note?: string;
}

/**
 * The life of a policy version. The actor is always a principal of the tenant; whether it may take the step at all is the
 * caller's question to the evaluator (`policy:Write`, `policy:Approve`, `policy:Activate`). Here is kept what holds for any actor:
 *
 * - nobody approves what he wrote; a version is activated with an approval, unless nobody else could give one;
 * - stored tests must pass, sids stay unique in the tenant, and somebody must still be able to administer afterwards;
 * - an author gives nobody what he doesn't hold, unless he holds `principal:Delegate`.
 */
export class PolicyVersions {
  constructor(
    private readonly database: Database,
    private readonly store: PolicyStore,
    private readonly directory: PrincipalDirectory,
  ) {}

  /** Newest first; without an id, the newest versions of every policy. */
  async list(tenantId: string, policyId?: string): Promise<PolicyVersion[]> {
    return this.database.withTenant(tenantId, (client) =>
      queryVersions(client, '$1::text IS NULL OR policy_id = $1 ORDER BY policy_id, version DESC LIMIT 1000', [
        policyId ?? null,
      ]),
    );
  }

  /** @throws DomainError `resource.not_found` */
  async get(tenantId: string, policyId: string, version: number): Promise<PolicyVersion> {
    const [found] = await this.database.withTenant(tenantId, (client) =>
      queryVersions(client, 'policy_id = $1 AND version = $2', [policyId, version]),
    );
    if (!found) throw new DomainError('resource.not_found', { publicMessage: 'There is no such version of a policy.' });
    return found;
  }

  /** A new version in state draft. Makes the policy when it is the first. */
  async createDraft(actor: Principal, input: DraftInput): Promise<PolicyVersion> {
    const { tenantId } = actor;
    const { policyId, note = '' } = input;
    const document = parsePolicy(input.document);
    if (!isSlug(policyId)) {
      throw new DomainError('request.invalid', { publicMessage: 'A policy id is a slug.', pointer: '/policyId' });
    }
    return this.#write(tenantId, async (client) => {
      await client.query('INSERT INTO policy (tenant_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        tenantId,
        policyId,
      ]);
      await client.query('SELECT FROM policy WHERE id = $1 FOR UPDATE', [policyId]);
      const { rows } = await client.query<Parameters<typeof policyVersionFrom>[0]>(
        `INSERT INTO policy_version (tenant_id, policy_id, version, state, document, note, author, editors)
         SELECT $1, $2, coalesce(max(version), 0) + 1, 'draft', $3, $4, $5, ARRAY[$5]
         FROM policy_version WHERE policy_id = $2 RETURNING ${VERSION_COLUMNS}`,
        [tenantId, policyId, JSON.stringify(document), note, actor.id],
      );
      return policyVersionFrom(rows[0]!);
    });
  }

  async updateDraft(actor: Principal, ref: VersionRef, change: { document?: unknown; note?: string }) {
    const document = change.document === undefined ? undefined : parsePolicy(change.document);
    return this.#write(actor.tenantId, async (client) => {
      const { editors } = await lockVersion(client, ref, ['draft']);
      return updateVersion(client, ref, {
        editors: [...new Set([...editors, actor.id])],
        ...(document && { document: JSON.stringify(document) }),
        ...(change.note !== undefined && { note: change.note }),
      });
    });
  }

  /** draft → review. @throws DomainError `policy.denied` when it gives what the author doesn't hold */
  async submit(actor: Principal, ref: VersionRef): Promise<PolicyVersion> {
    return this.#write(actor.tenantId, async (client) => {
      const version = await lockVersion(client, ref, ['draft']);
      await this.#mustHold(client, actor, version);
      return updateVersion(client, ref, { state: 'review' });
    });
  }

  /** review → approved or rejected, by another person than any who wrote it. */
  async review(
    actor: Principal,
    ref: VersionRef,
    verdict: { approve: boolean; note?: string },
  ): Promise<PolicyVersion> {
    return this.#write(actor.tenantId, async (client) => {
      const version = await lockVersion(client, ref, ['review']);
      if (version.author === actor.id || version.editors.includes(actor.id)) {
        throw new DomainError('policy.denied', { publicMessage: 'Nobody approves a policy that he wrote himself.' });
      }
      return updateVersion(client, ref, {
        state: verdict.approve ? 'approved' : 'rejected',
        reviewer: actor.id,
        review_note: verdict.note ?? '',
      });
    });
  }

  /**
   * Makes a version the active one: an approved one, a retired one (rollback: it was approved once), or a draft or review
   * when nobody but its writers could approve it. The active one is retired in the same transaction.
   */
  async activate(actor: Principal, ref: VersionRef): Promise<PolicyVersion> {
    const [principals, entrants] = await Promise.all([
      this.directory.activePrincipals(actor.tenantId),
      this.directory.entrants(actor.tenantId),
    ]);
    return this.#write(actor.tenantId, async (client) => {
      const version = await lockVersion(client, ref, ['draft', 'review', 'approved', 'retired']);
      if (version.state === 'draft' || version.state === 'review') {
        await this.#mayGoUnreviewed(client, version, principals);
        await this.#mustHold(client, actor, version);
      }
      await this.#mustServe(client, actor.tenantId, version, { principals, entrants });
      await client.query(
        `UPDATE policy_version SET state = 'retired', etag = etag + 1, changed_at = now() WHERE policy_id = $1 AND state = 'active'`,
        [ref.policyId],
      );
      return updateVersion(client, ref, {
        state: 'active',
        shadow: false,
        activated_by: actor.id,
        activated_at: new Date(),
      });
    });
  }

  /** Records, from now on, what the version would decide, without enforcing it. */
  async setShadow(actor: Principal, ref: VersionRef, shadow: boolean): Promise<PolicyVersion> {
    return this.#write(actor.tenantId, async (client) => {
      await lockVersion(client, ref, ['draft', 'review', 'approved', 'retired']);
      return updateVersion(client, ref, { shadow });
    });
  }

  async tests(tenantId: string, policyId: string): Promise<PolicyTest[]> {
    return this.database.withTenant(tenantId, (client) => readPolicyTests(client, policyId));
  }

  /** Stores a test under its name. @throws DomainError `request.invalid`, `resource.not_found` */
  async putTest(actor: Principal, policyId: string, test: PolicyTest): Promise<void> {
    requestFromSpec(actor.tenantId, test.request);
    if (!/^\S.{0,199}$/.test(test.name) || !ExpectedDecisionSchema.safeParse(test.expected).success) {
      throw new DomainError('request.invalid', {
        publicMessage: 'A test has a name and expects a level, an answer or the statements that decide.',
      });
    }
    await this.database.withTenant(actor.tenantId, async (client) => {
      const { rowCount } = await client.query(
        `INSERT INTO policy_test (tenant_id, policy_id, name, request, expected, author)
         SELECT $1, id, $3, $4, $5, $6 FROM policy WHERE id = $2
         ON CONFLICT (tenant_id, policy_id, name) DO UPDATE SET request = excluded.request, expected = excluded.expected,
           author = excluded.author, changed_at = now()`,
        [actor.tenantId, policyId, test.name, JSON.stringify(test.request), JSON.stringify(test.expected), actor.id],
      );
      if (rowCount === 0) throw new DomainError('resource.not_found', { publicMessage: 'There is no such policy.' });
    });
  }

  async deleteTest(actor: Principal, policyId: string, name: string): Promise<void> {
    await this.database.withTenant(actor.tenantId, (client) =>
      client.query('DELETE FROM policy_test WHERE policy_id = $1 AND name = $2', [policyId, name]),
    );
  }

  /** Runs the stored tests against what would be in force with this version active. */
  async runTests(tenantId: string, policyId: string, version: number): Promise<PolicyTestResult[]> {
    const found = await this.get(tenantId, policyId, version);
    return this.database.withTenant(tenantId, async (client) => {
      const snapshot = PolicySnapshot.ofChecked(await documentWith(client, found));
      return runPolicyTests(snapshot, tenantId, await readPolicyTests(client, policyId));
    });
  }

  async #write<T>(tenantId: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const result = await this.database.withTenant(tenantId, async (client) => {
      // Activations of two policies of one tenant take turns: each is checked against what is then in force.
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('pvg:policy:' || $1, 0))`, [tenantId]);
      return work(client);
    });
    this.store.changed(tenantId);
    return result;
  }

  async #mustHold(client: DatabaseClient, actor: Principal, version: PolicyVersion): Promise<void> {
    const inForce = mergePolicies(await activeDocuments(client));
    if (mayOnTenant(PolicySnapshot.ofChecked(inForce), actor, 'principal:Delegate')) return;
    const exceeding = exceedingDocument(inForce, await documentWith(client, version), actor);
    if (exceeding.length === 0) return;
    throw new DomainError('policy.denied', {
      publicMessage: 'The policy gives rights that its author doesn’t hold.',
      facts: { statements: exceeding.slice(0, 20) },
    });
  }

  async #mayGoUnreviewed(
    client: DatabaseClient,
    version: PolicyVersion,
    principals: readonly Principal[],
  ): Promise<void> {
    const inForce = PolicySnapshot.ofChecked(mergePolicies(await activeDocuments(client)));
    const others = principals.filter((one) => one.id !== version.author && !version.editors.includes(one.id));
    if (!others.some((one) => mayOnTenant(inForce, one, 'policy:Approve'))) return;
    throw new DomainError('policy.conflict', {
      publicMessage: 'Another person must approve the version before it is activated.',
      facts: { state: version.state },
    });
  }

  async #mustServe(
    client: DatabaseClient,
    tenantId: string,
    version: PolicyVersion,
    who: { readonly principals: readonly Principal[]; readonly entrants: readonly Principal[] },
  ): Promise<void> {
    const snapshot = PolicySnapshot.ofChecked(await documentWith(client, version));
    const failed = runPolicyTests(snapshot, tenantId, await readPolicyTests(client, version.policyId))
      .filter((test) => !test.passed)
      .map((test) => test.name);
    if (failed.length > 0) {
      throw new DomainError('policy.conflict', {
        publicMessage: 'Stored tests of the policy fail with this version.',
        facts: { failedTests: failed.slice(0, 20) },
      });
    }
    const inForce = PolicySnapshot.ofChecked(mergePolicies(await activeDocuments(client)));
    const lockedOut =
      who.entrants.some((one) => isAdministrator(inForce, one)) &&
      !who.entrants.some((one) => isAdministrator(snapshot, one));
    if (lockedOut || !who.principals.some((one) => isAdministrator(snapshot, one))) {
      throw new DomainError('policy.conflict', {
        publicMessage: 'With this version nobody could administer policies and principals any more.',
      });
    }
  }
}

async function activeDocuments(client: DatabaseClient, except?: string): Promise<PolicyDocument[]> {
  const versions = await queryVersions(
    client,
    `state = 'active' AND policy_id IS DISTINCT FROM $1 ORDER BY policy_id`,
    [except ?? null],
  );
  return versions.map((version) => version.document);
}

/** What would be in force with the version active. @throws DomainError `policy.invalid` when a sid occurs twice */
async function documentWith(client: DatabaseClient, version: PolicyVersion): Promise<PolicyDocument> {
  return mergePolicies([...(await activeDocuments(client, version.policyId)), version.document]);
}
