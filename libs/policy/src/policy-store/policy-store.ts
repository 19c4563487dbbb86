import type { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { inSlices, type Steps } from '../evaluator/slices.js';
import { mergePolicySteps } from './merge-policies.js';
import { type ShadowPolicy, type StoredPolicy, shadowSteps } from './shadow-policy.js';

/** How long an answer of the database counts as fresh. Bounds the wait after a change whose notification is lost. */
export const FRESH_FOR_MS = 500;
const CHANNEL = 'pvg_policy';

export interface PolicyStoreOptions {
  readonly freshForMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

interface Held {
  readonly revision: string;
  readonly snapshot: PolicySnapshot;
  readonly shadows: readonly ShadowPolicy[];
  /** When the statement that confirmed it was sent. */
  confirmedAt: number;
}

interface Row {
  revision: string | null;
  policies: StoredPolicy[] | null;
}

/**
 * The active policies of each tenant, compiled.
 *
 * INVARIANT: a snapshot is handed out only if the database confirmed it within the last `freshForMs`. A notification makes
 * the next request read at once; a lost one costs at most that time; a replica that can't reach the database, or that
 * loads a document which fails the checks, refuses (`policy.unavailable`) instead of deciding by what may be old.
 */
export class PolicyStore {
  readonly #held = new Map<string, Held>();
  readonly #loading = new Map<string, Promise<Held>>();
  /** Announced changes of each tenant, to tell whether one came while a load ran. */
  readonly #changes = new Map<string, number>();
  readonly #freshForMs: number;
  readonly #elapsedMs: () => number;
  #stopListening: (() => Promise<void>) | undefined;

  private constructor(
    private readonly database: Database,
    options: PolicyStoreOptions,
  ) {
    this.#freshForMs = options.freshForMs ?? FRESH_FOR_MS;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  static async open(database: Database, options: PolicyStoreOptions = {}): Promise<PolicyStore> {
    const store = new PolicyStore(database, options);
    const everything = () => {
      for (const tenantId of store.#held.keys()) store.changed(tenantId);
    };
    store.#stopListening = await database.listen(CHANNEL, (tenantId) => store.changed(tenantId), {
      onDisconnect: everything,
      onReconnect: everything,
    });
    return store;
  }

  /** @throws DomainError `policy.unavailable` */
  async snapshot(tenantId: string): Promise<PolicySnapshot> {
    return (await this.#fresh(tenantId)).snapshot;
  }

  /** The versions in shadow mode, for `shadowDifferences`. @throws DomainError `policy.unavailable` */
  async shadows(tenantId: string): Promise<readonly ShadowPolicy[]> {
    return (await this.#fresh(tenantId)).shadows;
  }

  /** Makes the next request read the database. Called by whoever changed a policy, after its commit. */
  changed(tenantId: string): void {
    const held = this.#held.get(tenantId);
    if (held) held.confirmedAt = Number.NEGATIVE_INFINITY;
    // A load that began before the change may read what was before it: nobody new joins it, and it isn't kept.
    this.#changes.set(tenantId, (this.#changes.get(tenantId) ?? 0) + 1);
    this.#loading.delete(tenantId);
  }

  async close(): Promise<void> {
    await this.#stopListening?.();
    await Promise.allSettled(this.#loading.values());
  }

  async #fresh(tenantId: string): Promise<Held> {
    const held = this.#held.get(tenantId);
    const ageMs = held ? this.#elapsedMs() - held.confirmedAt : Number.POSITIVE_INFINITY;
    if (held && ageMs < this.#freshForMs) {
      // Confirmed anew before it is too old, so that nobody waits under load; that it fails is told to who comes after.
      if (ageMs > this.#freshForMs / 2) this.#confirm(tenantId).catch(() => undefined);
      return held;
    }
    return this.#confirm(tenantId);
  }

  /** Reads the database, once for all who ask meanwhile. */
  async #confirm(tenantId: string): Promise<Held> {
    let loading = this.#loading.get(tenantId);
    if (!loading) {
      loading = this.#load(tenantId);
      this.#loading.set(tenantId, loading);
      const done = () => {
        if (this.#loading.get(tenantId) === loading) this.#loading.delete(tenantId);
      };
      loading.then(done, done);
    }
    return loading;
  }

  async #load(tenantId: string): Promise<Held> {
    const confirmedAt = this.#elapsedMs();
    const changes = this.#changes.get(tenantId);
    const before = this.#held.get(tenantId);
    try {
      const { revision, policies } = await this.#read(tenantId, before?.revision);
      const read = revision ?? 'none';
      const same =
        before && before.revision === read
          ? before
          : { revision: read, ...(await inSlices(compiling(policies ?? []))) };
      const next: Held = { ...same, confirmedAt };
      const later = this.#held.get(tenantId);
      if (this.#changes.get(tenantId) === changes && !(later && later.confirmedAt > confirmedAt)) {
        this.#held.set(tenantId, next);
      }
      return next;
    } catch (cause) {
      throw new DomainError('policy.unavailable', {
        publicMessage: 'The access policies can’t be read at the moment, so nothing is granted. Try again.',
        detail: cause instanceof DomainError ? (cause.detail ?? cause.code) : 'reading the policies failed',
        cause,
      });
    }
  }

  /** One statement, hence one database snapshot; the documents only if the revision isn't the known one. */
  async #read(tenantId: string, known: string | undefined): Promise<Row> {
    const { rows } = await this.database.tenantStatement<Row>(tenantId, {
      name: 'policy-read',
      text: `SELECT r.revision::text AS revision,
               CASE WHEN r.revision::text IS DISTINCT FROM $1 THEN
                 (SELECT jsonb_agg(jsonb_build_object('policyId', v.policy_id, 'version', v.version,
                    'active', v.state = 'active', 'document', v.document) ORDER BY v.policy_id, v.version)
                  FROM policy_version v WHERE v.state = 'active' OR v.shadow)
               END AS policies
             FROM (SELECT 1) AS one LEFT JOIN policy_revision r ON true`,
      values: [known ?? null],
    });
    return rows[0]!;
  }
}

/** In slices: ten thousand statements take the processor for longer than other requests should wait. */
function* compiling(stored: readonly StoredPolicy[]): Steps<Pick<Held, 'snapshot' | 'shadows'>> {
  const active = stored.filter((one) => one.active).map((one) => one.document);
  const snapshot = yield* PolicySnapshot.steps(yield* mergePolicySteps(active));
  return { snapshot, shadows: yield* shadowSteps(stored) };
}
