import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';
import { runNode } from './run-example.js';

const SCRIPT = 'examples/postgres-copy/copy.mjs';
const POLICIES = JSON.stringify({
  name: 'token:PERSON',
  email: 'token',
  backup: 'token:EMAIL',
  notes: 'detect',
  '*': 'keep',
});
const [one, two] = [inventPerson(), inventPerson()];
let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway({ workerConcurrency: 1 });
  // A database of the user's own would do; this one is at hand.
  await t.testDatabase.admin(
    `CREATE TABLE customer (id bigint, name text, email text, backup text, notes text, since date, balance numeric)`,
  );
  const insert = 'INSERT INTO customer VALUES ($1, $2, $3, $4, $5, $6, $7)';
  const rows = [
    [
      9007199254740993n,
      one.PERSON,
      one.EMAIL,
      null,
      `Mail ${one.EMAIL}, "now",\nor ${two.EMAIL}.`,
      '2019-02-03',
      '1.50',
    ],
    [2n, two.PERSON, two.EMAIL, one.EMAIL, '', '2020-02-29', '-7.25'],
    [3n, one.PERSON, one.EMAIL, two.EMAIL, null, null, null],
  ];
  for (const row of rows) await t.testDatabase.admin(insert, row);
}, 60_000);
afterAll(() => t.close());

const run = (args: readonly string[]) =>
  runNode([SCRIPT, ...args], '', {
    DATABASE_URL: t.testDatabase.adminUrl,
    PVG_URL: t.url,
    PVG_KEY: t.keys.user.reveal(),
  });

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly backup: string | null;
  readonly notes: string | null;
  readonly since: string | null;
  readonly balance: string | null;
}

describe('a table copied out and in', () => {
  it('has one token for one value in all columns and rows, and everything else as it was', async () => {
    const { stdout, stderr, code } = await run(['customer', 'customer_safe', POLICIES]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/finished: \d+ of \d+ bytes\n$/)]);
    const select = 'SELECT id, name, email, backup, notes, since::text, balance FROM';
    const before = await t.testDatabase.admin<Customer>(`${select} customer ORDER BY id`);
    const after = await t.testDatabase.admin<Customer>(`${select} customer_safe ORDER BY id`);
    const tokens = new Map<string, string>();
    for (const [index, { name, email, backup }] of before.entries()) {
      const safe = after[index]!;
      for (const [value, token] of [
        [name, safe.name],
        [email, safe.email],
        [backup, safe.backup],
      ] as const) {
        if (value === null) expect(token).toBeNull();
        else {
          expect(token).toMatch(/^\[(PERSON|EMAIL)_[0-9A-Z]{10}\]$/);
          expect(tokens.get(value) ?? token).toBe(token);
          tokens.set(value, token!);
        }
      }
    }
    expect(new Set(tokens.values()).size).toBe(4);
    const expected = before.map((row) => {
      const noted = row.notes
        ?.replaceAll(one.EMAIL, tokens.get(one.EMAIL)!)
        .replaceAll(two.EMAIL, tokens.get(two.EMAIL)!);
      const [name, email] = [tokens.get(row.name)!, tokens.get(row.email)!];
      return { ...row, name, email, backup: row.backup && tokens.get(row.backup)!, notes: noted ?? null };
    });
    expect(after).toEqual(expected);
    for (const value of [one.EMAIL, two.EMAIL, one.PERSON])
      expect(stdout + stderr + JSON.stringify(after)).not.toContain(value);
  }, 60_000);

  it('leaves no table behind when it fails, and says nothing of a value', async () => {
    const { stdout, stderr, code } = await run(['customer', 'customer_failed', '{"email":"hash"}']);
    expect(code).toBe(1);
    expect(stderr).toContain('request.invalid');
    expect(stdout + stderr).not.toContain(one.EMAIL);
    expect(await t.testDatabase.admin(`SELECT to_regclass('customer_failed') AS made`)).toEqual([{ made: null }]);
  }, 60_000);
});
