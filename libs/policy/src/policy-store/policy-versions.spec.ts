import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '#lib/kernel';
import { createTestDatabase, type TestDatabase } from '../../../database/src/testing/test-database.js';
import { policyOf, principalWith, requestWith } from '../testing/requests.js';
import { PolicyStore } from './policy-store.js';
import { PolicyVersions } from './policy-versions.js';
import { SEED_POLICY, SEED_POLICY_ID, seedPolicies } from './seed-policies.js';
import { shadowDifferences } from './shadow-policy.js';

let test: TestDatabase;
let store: PolicyStore;
let versions: PolicyVersions;
const person = (id: string, roles: string[]) => principalWith({ id, roles });
const ada = person('ada', ['admin']);
const bob = person('bob', ['admin']);
const eve = person('eve', ['policy-editor']);
let people: Principal[] = [ada, bob, eve];
/** Those of them who can come in; null = all. */
let entrants: Principal[] | null = null;

beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['acme'] });
  store = await PolicyStore.open(test.database);
  versions = new PolicyVersions(test.database, store, {
    activePrincipals: async () => people,
    entrants: async () => entrants ?? people,
  });
  await seedPolicies(test.database, 'acme');
});
afterAll(async () => {
  await store.close();
  await test.close();
});

const reveal = (sid: string, role: string, level: string, resource = '*') => ({
  sid,
  effect: 'allow',
  principal: { role },
  action: ['vault:Reveal'],
  resource,
  reveal: level,
});
const draft = (actor: Principal, ...statements: object[]) =>
  versions.createDraft(actor, { policyId: 'extra', document: policyOf(...statements) });
const level = async (role: string) =>
  (await store.snapshot('acme')).decide(requestWith({ principal: { roles: [role] } })).level;
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('a policy version', () => {
  it('goes from draft through review by another person to active, and bites the next decision', async () => {
    const first = await draft(ada, reveal('FraudSeesMasks', 'fraud', 'masked'));
    expect(first).toMatchObject({ version: 1, state: 'draft', author: 'ada' });
    expect(await level('fraud')).toBe('token');
    const submitted = await versions.submit(ada, first);
    await expect(versions.review(ada, submitted, { approve: true })).rejects.toThrow(code('policy.denied'));
    await expect(versions.activate(ada, submitted)).rejects.toThrow(code('policy.conflict'));
    const approved = await versions.review(bob, submitted, { approve: true, note: 'seen' });
    expect(approved).toMatchObject({ state: 'approved', reviewer: 'bob' });
    expect(await versions.activate(ada, approved)).toMatchObject({ state: 'active', activatedBy: 'ada' });
    expect(await level('fraud')).toBe('masked');
  });

  it('is not approved by anyone who wrote in the draft', async () => {
    const mine = await draft(ada, reveal('X', 'x', 'masked'));
    const edited = await versions.updateDraft(bob, mine, { note: 'wording' });
    const submitted = await versions.submit(bob, edited);
    for (const writer of [ada, bob])
      await expect(versions.review(writer, submitted, { approve: true })).rejects.toThrow(code('policy.denied'));
    const forged = `UPDATE policy_version SET reviewer = 'bob' WHERE version = $1 AND policy_id = 'extra'`;
    await expect(test.admin(forged, [mine.version])).rejects.toThrow(/reviewer_is_no_editor/);
  });

  it('changes only for whoever knows its present state', async () => {
    const mine = await draft(ada, reveal('Y', 'y', 'masked'));
    const edited = await versions.updateDraft(ada, mine, { note: 'a' });
    await expect(versions.updateDraft(ada, mine, { note: 'b' })).rejects.toThrow(code('precondition.failed'));
    await versions.submit(ada, edited);
    const { etag } = await versions.get('acme', 'extra', mine.version);
    await expect(versions.updateDraft(ada, { ...mine, etag }, { note: 'c' })).rejects.toThrow(code('policy.conflict'));
  });

  it('rolls back to one that was active before, in one step', async () => {
    const [before] = (await versions.list('acme', 'extra')).filter((one) => one.state === 'active');
    const next = await versions.submit(ada, await draft(ada, reveal('FraudSeesMasks', 'fraud', 'plain')));
    await versions.activate(bob, await versions.review(bob, next, { approve: true }));
    expect(await level('fraud')).toBe('plain');
    const retired = await versions.get('acme', 'extra', before!.version);
    expect(retired.state).toBe('retired');
    await versions.activate(bob, retired);
    expect(await level('fraud')).toBe('masked');
  });

  it('with a fault is refused when it is saved, and one with a sid of another policy when it is activated', async () => {
    await expect(draft(ada, { ...reveal('Z', 'z', 'masked'), condition: { $or: [] } })).rejects.toThrow(
      code('policy.invalid'),
    );
    const clash = await versions.submit(ada, await draft(bob, reveal('UsersSeeTheirOwnInput', 'z', 'masked')));
    await expect(
      versions.review(ada, clash, { approve: true }).then((one) => versions.activate(ada, one)),
    ).rejects.toThrow(code('policy.invalid'));
  });
});

describe('stored tests', () => {
  it('must pass to activate', async () => {
    const request = {
      principal: { roles: ['analyst'] },
      action: 'vault:Reveal' as const,
      resource: { infoType: 'IBAN' },
    };
    await versions.putTest(ada, 'extra', { name: 'analysts see tokens', request, expected: { level: 'token' } });
    const next = await versions.submit(ada, await draft(ada, reveal('AnalystsSeeAll', 'analyst', 'plain')));
    expect(await versions.runTests('acme', 'extra', next.version)).toEqual([
      {
        name: 'analysts see tokens',
        passed: false,
        expected: { level: 'token' },
        actual: { allowed: true, level: 'plain', decidedBy: ['AnalystsSeeAll'] },
      },
    ]);
    const approved = await versions.review(bob, next, { approve: true });
    await expect(versions.activate(bob, approved)).rejects.toThrow(code('policy.conflict'));
    await versions.deleteTest(ada, 'extra', 'analysts see tokens');
    await versions.activate(bob, approved);
    expect(await level('analyst')).toBe('plain');
  });

  it.each([
    [{ request: { principal: {}, action: 'vault:Peek', resource: {} }, expected: { level: 'token' } }],
    [{ request: { principal: {}, action: 'vault:Reveal', resource: {} }, expected: {} }],
    [{ request: { principal: { sub: 'x' }, action: 'vault:Reveal', resource: {} }, expected: { allowed: true } }],
  ])('%j is no test', async (bad) => {
    await expect(versions.putTest(ada, 'extra', { name: 'bad', ...bad } as never)).rejects.toThrow(
      code('request.invalid'),
    );
  });
});

describe('shadow mode', () => {
  it('tells what a version would decide, and enforces nothing of it', async () => {
    const quiet = await versions.setShadow(ada, await draft(ada, reveal('FraudSeesMasks', 'fraud', 'plain')), true);
    const request = requestWith({ principal: { roles: ['fraud'] } });
    const enforced = (await store.snapshot('acme')).decide(request);
    const differences = shadowDifferences(await store.shadows('acme'), request, enforced);
    expect(enforced.level).not.toBe('plain');
    expect(differences).toMatchObject([{ policyId: 'extra', version: quiet.version, level: 'plain' }]);
    await versions.setShadow(ada, quiet, false);
    expect(await store.shadows('acme')).toEqual([]);
  });
});

describe('nobody', () => {
  it('gives others what he doesn’t hold, unless he may delegate', async () => {
    const editing = {
      action: ['policy:Read', 'policy:Write', 'policy:Activate'],
      principal: { role: 'policy-editor' },
    };
    const editors = { sid: 'EditorsEdit', effect: 'allow', resource: '*', ...editing };
    const masks = reveal('EditorsSeeMasks', 'policy-editor', 'masked', 'pvg:*:*/EMAIL');
    const granted = await versions.submit(ada, await draft(ada, editors, masks));
    await versions.activate(ada, await versions.review(bob, granted, { approve: true }));

    const within = reveal('FraudSeesEmail', 'fraud', 'masked', 'pvg:*:customers/EMAIL');
    await expect(versions.submit(eve, await draft(eve, editors, masks, within))).resolves.toBeDefined();
    for (const beyond of [
      reveal('FraudSeesSsn', 'fraud', 'masked', 'pvg:*:*/US_SSN'),
      reveal('EditorsSeePlain', 'policy-editor', 'plain', 'pvg:*:*/EMAIL'),
      { ...editors, sid: 'EditorsErase', action: ['vault:Erase'] },
    ]) {
      await expect(versions.submit(eve, await draft(eve, editors, masks, beyond))).rejects.toThrow(
        code('policy.denied'),
      );
    }
    const lifted = {
      ...SEED_POLICY,
      statements: SEED_POLICY.statements.filter((one) => one.sid !== 'NoValuesToAdmins'),
    };
    const lifting = await versions.createDraft(eve, { policyId: SEED_POLICY_ID, document: lifted });
    await expect(versions.submit(eve, lifting)).rejects.toThrow(code('policy.denied'));
  });

  it('locks everybody out: some active principal must still be able to administer', async () => {
    const statements = SEED_POLICY.statements.filter((one) => one.sid !== 'AdminsManage');
    const document = { ...SEED_POLICY, statements };
    const locking = await versions.submit(ada, await versions.createDraft(ada, { policyId: SEED_POLICY_ID, document }));
    const approved = await versions.review(bob, locking, { approve: true });
    await expect(versions.activate(bob, approved)).rejects.toThrow(code('policy.conflict'));
  });

  it('leaves administration to nobody who can’t come in', async () => {
    const statements = SEED_POLICY.statements.map((one) =>
      one.sid === 'AdminsManage' ? { ...one, principal: { id: 'bob' } } : one,
    );
    const document = { ...SEED_POLICY, statements };
    const made = await versions.createDraft(ada, { policyId: SEED_POLICY_ID, document });
    const approved = await versions.review(bob, await versions.submit(ada, made), { approve: true });
    entrants = [ada, eve];
    await expect(versions.activate(ada, approved)).rejects.toThrow(code('policy.conflict'));
    entrants = null;
  });

  it('needs an approval that nobody else could give', async () => {
    people = [ada, eve];
    const alone = await draft(ada, reveal('AloneSees', 'alone', 'masked'));
    await expect(versions.activate(ada, alone)).resolves.toMatchObject({ state: 'active', reviewer: null });
    people = [ada, bob, eve];
    const watched = await draft(ada, reveal('AloneSees', 'alone', 'plain'));
    await expect(versions.activate(ada, watched)).rejects.toThrow(code('policy.conflict'));
  });
});
