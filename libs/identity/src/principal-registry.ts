import type { Database, DatabaseClient } from '#lib/database';
import { DomainError, isSlug, type Principal, type PrincipalKind } from '#lib/kernel';
import { type AccessAuthority, holderOf, mustBeWithin } from './access-authority.js';
import type { ClaimRule } from './claim-rules.js';
import { effectivePrincipal, lastingPrincipals, readGroups } from './directory.js';
import { type GroupDefinition, groupRights } from './group-roles.js';
import {
  findPrincipal,
  PRINCIPAL_COLUMNS,
  type PrincipalRecord,
  type PrincipalRow,
  principalFrom,
  principalRecordFrom,
  readPrincipals,
} from './principals.js';
import { lockIdentity, WaysIn } from './ways-in.js';

export interface PrincipalInput {
  readonly id: string;
  readonly kind: PrincipalKind;
  readonly displayName?: string;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  /** Purposes that its requests may name; `*` grants any. */
  readonly purposes?: readonly string[];
  readonly collections?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Absent = unchanged. */
export type PrincipalChange = Partial<Omit<PrincipalInput, 'id' | 'kind'>> & { readonly state?: 'active' | 'disabled' };

const ID = /^[^\p{C}]{1,200}$/u;
const LIST_LENGTH_MAX = 200;

/**
 * Principals, groups and claim rules, as administrators change them. For any actor: nobody hands out what he doesn't hold
 * (unless he may delegate), nobody changes his own rights, and the last administrator stays one.
 */
export class PrincipalRegistry {
  constructor(
    private readonly database: Database,
    private readonly authority: AccessAuthority,
    /** Called after a commit: forgets what is cached of the tenant. */
    private readonly changed: (tenantId: string) => void = () => undefined,
    private readonly waysIn = new WaysIn(database, authority),
  ) {}

  async list(tenantId: string): Promise<PrincipalRecord[]> {
    return this.database.withTenant(tenantId, readPrincipals);
  }

  /** @throws DomainError `resource.not_found` */
  async get(tenantId: string, id: string): Promise<PrincipalRecord> {
    return found(await this.database.withTenant(tenantId, (client) => findPrincipal(client, id)));
  }

  /** @throws DomainError `resource.conflict` when the id is taken; `policy.denied` */
  async create(actor: Principal, input: PrincipalInput): Promise<PrincipalRecord> {
    checkLists(input);
    if (!ID.test(input.id) || input.id.startsWith('pvg:')) throw invalid('The id isn’t valid.', '/id');
    return this.#write(actor.tenantId, async (client) => {
      const { rows } = await client.query<PrincipalRow>(
        `INSERT INTO principal (tenant_id, id, kind, display_name, roles, groups, purposes, collections, attributes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING ${PRINCIPAL_COLUMNS}`,
        [
          actor.tenantId,
          input.id,
          input.kind,
          input.displayName ?? '',
          input.roles ?? [],
          input.groups ?? [],
          input.purposes ?? [],
          input.collections ?? [],
          JSON.stringify(input.attributes ?? {}),
        ],
      );
      if (!rows[0]) {
        throw new DomainError('resource.conflict', { publicMessage: 'There is a principal of that id.' });
      }
      const made = principalRecordFrom(rows[0]);
      await mustBeWithin(this.authority, actor, await effectivePrincipal(client, made));
      return made;
    });
  }

  /** @throws DomainError `precondition.failed` for another etag; `policy.denied`; `policy.conflict` for the last administrator */
  async update(actor: Principal, ref: { id: string; etag: string }, change: PrincipalChange): Promise<PrincipalRecord> {
    checkLists(change);
    return this.#write(actor.tenantId, async (client) => {
      const before = found(await findPrincipal(client, ref.id));
      if (before.etag !== ref.etag) {
        throw new DomainError('precondition.failed', {
          publicMessage: 'The principal was changed meanwhile. Read it again.',
          facts: { etag: before.etag },
        });
      }
      const next = { ...before, ...change };
      if (ref.id === actor.id && changesRights(before, next)) {
        throw new DomainError('policy.denied', { publicMessage: 'Nobody changes his own rights.' });
      }
      const { rows } = await client.query<PrincipalRow>(
        `UPDATE principal SET display_name = $2, state = $3, roles = $4, groups = $5, purposes = $6, collections = $7,
           attributes = $8, changed_at = now(), etag = etag + 1 WHERE id = $1 RETURNING ${PRINCIPAL_COLUMNS}`,
        [
          ref.id,
          next.displayName,
          next.state,
          next.roles,
          next.groups,
          next.purposes,
          next.collections,
          JSON.stringify(next.attributes),
        ],
      );
      const made = principalRecordFrom(rows[0]!);
      if (changesRights(before, made))
        await mustBeWithin(this.authority, actor, await effectivePrincipal(client, made));
      return made;
    });
  }

  async groups(tenantId: string): Promise<GroupDefinition[]> {
    const groups = await this.database.withTenant(tenantId, readGroups);
    return [...groups.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Makes or replaces a group. What it gives its members counts as handed out by the actor. */
  async putGroup(actor: Principal, group: GroupDefinition): Promise<void> {
    checkLists(group);
    if (!ID.test(group.id)) throw invalid('The id isn’t valid.', '/id');
    await this.#write(actor.tenantId, async (client) => {
      await client.query(
        `INSERT INTO principal_group (tenant_id, id, roles, parents, purposes, collections) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (tenant_id, id) DO UPDATE SET roles = excluded.roles, parents = excluded.parents,
           purposes = excluded.purposes, collections = excluded.collections, changed_at = now(),
           etag = principal_group.etag + 1`,
        [actor.tenantId, group.id, group.roles, group.parents, group.purposes, group.collections],
      );
      if (actor.groups.includes(group.id)) {
        throw new DomainError('policy.denied', { publicMessage: 'Nobody changes a group that he is in.' });
      }
      await mustBeWithin(this.authority, actor, holderOf(actor, groupRights([group.id], await readGroups(client))));
    });
  }

  /** Takes away what the group gave. @throws DomainError `policy.conflict` when nobody could administer any more */
  async removeGroup(actor: Principal, id: string): Promise<void> {
    await this.#write(actor.tenantId, async (client) => {
      const { rowCount } = await client.query('DELETE FROM principal_group WHERE id = $1', [id]);
      if (rowCount === 0) throw notFound('group');
    });
  }

  async roles(tenantId: string): Promise<{ id: string; description: string }[]> {
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<{ id: string; description: string }>(
        'SELECT id, description FROM role ORDER BY id',
      );
      return rows;
    });
  }

  /** A role is a name; what it may, statements say. */
  async putRole(actor: Principal, role: { id: string; description: string }): Promise<void> {
    checkLists({ roles: [role.id] });
    await this.#write(actor.tenantId, (client) =>
      client.query(
        `INSERT INTO role (tenant_id, id, description) VALUES ($1, $2, $3)
         ON CONFLICT (tenant_id, id) DO UPDATE SET description = excluded.description`,
        [actor.tenantId, role.id, role.description],
      ),
    );
  }

  async claimRules(tenantId: string): Promise<(ClaimRule & { readonly id: string })[]> {
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<ClaimRule & { id: string }>(
        'SELECT id, issuer, claim, value, groups FROM claim_rule ORDER BY issuer, claim, value',
      );
      return rows;
    });
  }

  async removeClaimRule(actor: Principal, id: string): Promise<void> {
    await this.#write(actor.tenantId, async (client) => {
      const { rowCount } = await client.query('DELETE FROM claim_rule WHERE id::text = $1', [id]);
      if (rowCount === 0) throw notFound('claim rule');
    });
  }

  /** Whoever presents a token of the issuer whose claim holds the value will be in the groups. */
  async putClaimRule(actor: Principal, rule: ClaimRule): Promise<void> {
    if (![rule.issuer, rule.claim, rule.value].every((text) => ID.test(text)) || rule.groups.length > LIST_LENGTH_MAX) {
      throw invalid('A claim rule names an issuer, a claim, a value and groups.', '');
    }
    await this.#write(actor.tenantId, async (client) => {
      await client.query(
        `INSERT INTO claim_rule (tenant_id, issuer, claim, value, groups) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, issuer, claim, value) DO UPDATE SET groups = excluded.groups`,
        [actor.tenantId, rule.issuer, rule.claim, rule.value, rule.groups],
      );
      await mustBeWithin(this.authority, actor, holderOf(actor, groupRights(rule.groups, await readGroups(client))));
    });
  }

  /** Checked inside the transaction, after the change: what is refused was never committed. */
  async #write<T>(tenantId: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const result = await this.database.withTenant(tenantId, async (client) => {
      await lockIdentity(client, tenantId);
      const had = await this.#hasAdministrator(client);
      const done = await this.waysIn.guard(client, tenantId, work);
      if (had && !(await this.#hasAdministrator(client))) {
        throw new DomainError('policy.conflict', { publicMessage: 'That would leave nobody who can administer.' });
      }
      return done;
    });
    this.changed(tenantId);
    return result;
  }

  async #hasAdministrator(client: DatabaseClient): Promise<boolean> {
    for (const principal of await lastingPrincipals(client)) {
      if (await this.authority.isAdministrator(principal)) return true;
    }
    return false;
  }
}

function changesRights(a: PrincipalRecord, b: PrincipalRecord): boolean {
  const rights = (one: PrincipalRecord) => JSON.stringify({ ...principalFrom(one), state: one.state });
  return rights(a) !== rights(b);
}

function found(record: PrincipalRecord | null): PrincipalRecord {
  if (record) return record;
  throw notFound('principal');
}

function notFound(what: string): DomainError {
  return new DomainError('resource.not_found', { publicMessage: `There is no such ${what}.` });
}

function invalid(publicMessage: string, pointer: string): DomainError {
  return new DomainError('request.invalid', { publicMessage, pointer });
}

const NAMES = ['roles', 'groups', 'parents', 'purposes', 'collections'] as const;

/** Roles, purposes and collections are slugs (or `*` where that means any); groups have ids of their own. */
function checkLists(given: Partial<Record<(typeof NAMES)[number], readonly string[]>>): void {
  for (const name of NAMES) {
    const list = given[name] ?? [];
    const wild = name === 'purposes' || name === 'collections';
    const valid = (one: string) =>
      name === 'groups' || name === 'parents' ? ID.test(one) : isSlug(one) || (wild && one === '*');
    if (list.length > LIST_LENGTH_MAX || !list.every(valid)) throw invalid(`The ${name} aren’t valid.`, `/${name}`);
  }
}
