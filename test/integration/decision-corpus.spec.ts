import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeys } from '#lib/identity';
import { type Principal, REVEAL_LEVELS } from '#lib/kernel';
import { type DecisionRequest, PolicySnapshot, PolicyStore } from '#lib/policy';
import { maskValue, redactedText, Vault } from '#lib/vault';
import {
  Chance,
  type CorpusValue,
  corpusBatches,
  corpusPolicy,
  corpusPrincipals,
  corpusValues,
  type Enforced,
  enforcedBy,
  isCapped,
  withoutCaps,
} from '../support/decision-corpus.js';
import { digits, inventPerson } from '../support/invented.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

/** All 5,000 with `PVG_CORPUS=5000`; a fifth by default, since each is asked for four times. */
const COUNT = Number(process.env.PVG_CORPUS ?? 1_000);
const SIZE = 50;

/** Of the first 400 the one whose policy gives the fairest sample; the first test says how fair. */
const SEED = 25;
const chance = new Chance(SEED);
const document = corpusPolicy(chance);
const snapshot = PolicySnapshot.of(document);
const principals = corpusPrincipals(chance, 40);
const values = corpusValues(chance, 120);
const batches = corpusBatches(new Chance(SEED ^ COUNT), {
  count: COUNT,
  size: SIZE,
  principals: principals.length,
  values: values.length,
});
const limits = { countMax: 1_000_000, windowSeconds: 60 };

let t: TestGateway;
let keys: string[];
let plain: string[];
let tokens: string[];

function plainOf({ type }: CorpusValue): string {
  if (type === 'US_SSN') return `${digits(3)}-${digits(2)}-${digits(4)}`;
  return inventPerson()[type];
}

beforeAll(async () => {
  t = await createTestGateway({ rateLimits: { 'vault:Reveal': limits } });
  const { testDatabase, gateway } = t;
  for (const id of ['customers', 'staff']) {
    const made = await t.call(`/admin/v1/collections/${id}`, { as: 'admin', method: 'PUT', body: {} });
    expect([id, made.status]).toEqual([id, 200]);
  }
  // Beside the seeded policy the admin's rights would go; the admin asks the simulator.
  const admin = {
    sid: 'Simulate',
    effect: 'allow',
    principal: { role: 'admin' },
    action: ['policy:Read'],
    resource: '*',
  };
  await testDatabase.admin('UPDATE policy_version SET document = $1', [
    JSON.stringify({ ...document, statements: [...document.statements, admin] }),
  ]);
  await testDatabase.admin('UPDATE policy_revision SET revision = revision + 1');
  gateway.app.get(PolicyStore).changed('default');
  keys = [];
  for (const { id, kind, roles, purposes, collections } of principals) {
    await testDatabase.admin(
      `INSERT INTO principal (tenant_id, id, kind, roles, purposes, collections) VALUES ('default', $1, $2, $3, $4, $5)`,
      [id, kind, roles, purposes, collections],
    );
    const { key } = await gateway.app.get(ApiKeys).create('default', { principalId: id, createdBy: 'test' });
    keys.push(key.reveal());
  }
  plain = values.map(plainOf);
  tokens = [];
  for (const [index, value] of values.entries()) {
    const { collectionId, type, origin, region, tags } = value;
    const item = { type, value: plain[index]!, origin, tags, ...(region !== null && { region }) };
    const scope = { tenantId: 'default', collectionId, consistency: { kind: 'collection' } } as const;
    const [stored] = await gateway.app.get(Vault).tokenize(scope, [item]);
    if (!stored?.ok) throw new Error(`value ${index} was not stored`);
    tokens.push(stored.token);
  }
}, 180_000);

afterAll(() => t.close());

function requestOf(principal: Principal, purpose: string | undefined, value: CorpusValue): DecisionRequest {
  const { collectionId, type, origin, region, tags } = value;
  return {
    principal,
    action: 'vault:Reveal',
    resource: {
      tenantId: 'default',
      collectionId,
      infoType: type,
      origins: [origin],
      tags,
      ...(region !== null && { region }),
    },
    context: {
      now: new Date(),
      sourceIp: '127.0.0.1',
      mfa: false,
      suppliedByCaller: false,
      ...(purpose !== undefined && { purpose }),
    },
  };
}

const decided = batches.map(({ principal, purpose, values: indexes }) =>
  indexes.map((index) => snapshot.decide(requestOf(principals[principal]!, purpose, values[index]!))),
);
const expected: Enforced[][] = decided.map((batch) => batch.map(enforcedBy));

const headersOf = (batch: (typeof batches)[number]) => ({
  authorization: `Bearer ${keys[batch.principal]}`,
  ...(batch.purpose !== undefined && { 'x-pvg-purpose': batch.purpose }),
});

/** Runs the batches, a few at a time, as clients do. */
async function forEachBatch(ask: (batch: (typeof batches)[number], index: number) => Promise<void>): Promise<void> {
  const waiting = [...batches.entries()];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await ask(next[1], next[0]);
    }),
  );
}

/** What a text shows of a value. */
function shown(text: string, index: number): Enforced | 'else' {
  const { type } = values[index]!;
  if (text === plain[index]) return 'plain';
  if (text === maskValue(type, plain[index]!)) return 'masked';
  if (text === tokens[index]) return 'token';
  if (text === redactedText(type)) return 'redacted';
  return text === '' ? 'omit' : 'else';
}

describe(`${COUNT} generated decisions`, () => {
  it('are a fair sample: each level a tenth at least, three tenths denied or capped', () => {
    const lenient = withoutCaps(document);
    const levels = new Map<string, number>(REVEAL_LEVELS.map((level) => [level, 0]));
    let capped = 0;
    for (const [b, { principal, purpose, values: indexes }] of batches.entries()) {
      for (const [i, index] of indexes.entries()) {
        levels.set(decided[b]![i]!.level, levels.get(decided[b]![i]!.level)! + 1);
        if (isCapped(snapshot, lenient, requestOf(principals[principal]!, purpose, values[index]!))) capped += 1;
      }
    }
    expect([...levels].filter(([, count]) => count < COUNT / 10)).toEqual([]);
    expect(capped / COUNT).toBeGreaterThanOrEqual(0.3);
  });

  it('are what the vault API gives', async () => {
    await forEachBatch(async (batch, b) => {
      const answer = await t.call('/v1/vault/detokenize', {
        as: null,
        headers: headersOf(batch),
        body: { tokens: batch.values.map((index) => tokens[index]) },
      });
      expect(answer.status).toBe(200);
      const got = answer.json.items.map(({ level, value, unresolved }: Record<string, string>, i: number) => {
        if (unresolved) return 'unresolved';
        if (value !== undefined && shown(value, batch.values[i]!) !== level) return 'else';
        return level;
      });
      expect(got).toEqual(expected[b]);
    });
  }, 120_000);

  it('are what the proxy gives in an answer of the model, where the caller may ask it at all', async () => {
    let refusedCount = 0;
    await forEachBatch(async (batch, b) => {
      const principal = principals[batch.principal]!;
      const { context } = requestOf(principal, batch.purpose, values[0]!);
      const asked = {
        principal,
        action: 'gateway:Invoke',
        resource: { tenantId: 'default', collectionId: 'default' },
        context,
      };
      const { allowed } = snapshot.decide(asked as DecisionRequest);
      const content = batch.values.map((index, i) => `<${i}|${tokens[index]}>`).join('\n');
      const answer = await t.call('/v1/chat/completions', {
        as: null,
        headers: headersOf(batch),
        body: { model: 'm', messages: [{ role: 'user', content }] },
      });
      expect([b, answer.status]).toEqual([b, allowed ? 200 : 403]);
      if (!allowed) {
        refusedCount += 1;
        return;
      }
      const text: string = answer.json.choices[0].message.content;
      const got = batch.values.map((index, i) => shown(new RegExp(`<${i}\\|([^>]*)>`).exec(text)?.[1] ?? '?', index));
      // A value of no collection of his is no value: its token is text.
      expect(got).toEqual(expected[b]!.map((level) => (level === 'unresolved' ? 'token' : level)));
    });
    expect(refusedCount).toBeGreaterThan(0);
    expect(refusedCount).toBeLessThan(batches.length);
  }, 120_000);

  it('are what the simulator says, with the statements that decided', async () => {
    await forEachBatch(async (batch, b) => {
      for (const [i, index] of batch.values.entries()) {
        const { collectionId, type, origin, region, tags } = values[index]!;
        const { purpose } = batch;
        const { json } = await t.call('/admin/v1/simulate', {
          as: 'admin',
          body: {
            principal: principals[batch.principal]!.id,
            action: 'vault:Reveal',
            resource: { collection: collectionId, infoType: type, origins: [origin], tags, ...(region && { region }) },
            context: { sourceIp: '127.0.0.1', mfa: false, suppliedByCaller: false, ...(purpose && { purpose }) },
          },
        });
        const { level, decidedBy } = decided[b]![i]!;
        expect({ level: json.level, decidedBy: json.decidedBy }).toEqual({ level, decidedBy });
      }
    });
  }, 240_000);
});
