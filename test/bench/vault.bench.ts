import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database, EmbeddedPostgres } from '#lib/database';
import { Secret, tokenBodyFrom, type VaultToken, vaultToken } from '#lib/kernel';
import { EnvironmentKms, encrypt, Keyring } from '#lib/keyring';
import { Collections, ErasureLedger, FileLedgerStore, type TokenScope, Vault } from '#lib/vault';
import { openStored } from '../../libs/vault/src/values/open-stored.js';
import { valueBinding } from '../../libs/vault/src/values/value-binding.js';
import { encodeValue } from '../../libs/vault/src/values/value-codec.js';

const TENANT = 'bench';
const SCOPE: TokenScope = { tenantId: TENANT, collectionId: 'default', consistency: { kind: 'collection' } };
const BATCH = 500;
/** Bytes of a ciphertext of a value of this bench, for the bare rows. */
const CIPHERTEXT_BYTES = 29 + 24;

/**
 * `npm run bench -- vault [--values 20000] [--memory 0] [--load 0] [--json]`: ratios against bare INSERTs and SELECTs of the
 * same rows in the same run, on an embedded Postgres that does not sync. `--memory 2000000` watches memory over as many
 * values; `--load 5000000` loads as many and compares lookups, in turn, with those in a second database of 100,000.
 */
export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      values: { type: 'string', default: '20000' },
      memory: { type: 'string', default: '0' },
      load: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
    },
  });
  const bench = await openBench();
  try {
    const report: Record<string, number | string> = {
      ...(await inserts(bench, Number(options.values))),
      ...(await reads(bench)),
      ...(await decrypts(bench)),
      ...(Number(options.memory) > 0 ? await memory(bench, Number(options.memory)) : {}),
      ...(Number(options.load) > 0 ? await load(bench, Number(options.load)) : {}),
    };
    for (const [name, value] of Object.entries(options.json ? {} : report))
      process.stdout.write(`${name.padEnd(58)} ${value}\n`);
    if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  } finally {
    await bench.close();
  }
}

interface Bench {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly vault: Vault;
  readonly admin: pg.Client;
  readonly made: VaultToken[];
  close(): Promise<void>;
}

async function openBench(): Promise<Bench> {
  const home = mkdtempSync(join(tmpdir(), 'pvg-bench-'));
  const embedded = await EmbeddedPostgres.start({ home, ephemeral: true });
  const database = await Database.open({ url: embedded.url, poolMax: 4, statementTimeoutMs: 600_000 });
  await database.withoutTenant((c) => c.query('INSERT INTO tenant (id) VALUES ($1)', [TENANT]));
  const keyring = await Keyring.open({
    database,
    kms: new EnvironmentKms(new Secret(randomBytes(64).toString('hex'))),
  });
  const collections = await Collections.open(database);
  const vault = new Vault(keyring, collections, new ErasureLedger(database, new FileLedgerStore(home)));
  const admin = new pg.Client({ connectionString: embedded.url.reveal() });
  await admin.connect();
  await admin.query('CREATE TABLE bare_value (LIKE vault_value INCLUDING INDEXES INCLUDING DEFAULTS)');
  await admin.query('CREATE TABLE bare_index (LIKE blind_index INCLUDING INDEXES)');
  return {
    database,
    keyring,
    vault,
    admin,
    made: [],
    close: async () => {
      await admin.end();
      await keyring.close();
      await collections.close();
      await database.close();
      await embedded.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

let counter = 0;
/** Distinct values of one length, unknown before. */
function freshItems(count: number): { type: string; value: string }[] {
  return Array.from({ length: count }, () => {
    counter += 1;
    return { type: 'PERSON', value: `Person Number ${String(counter).padStart(9, '0')}` };
  });
}

async function tokenizeBatch(bench: Bench, count = BATCH): Promise<VaultToken[]> {
  const results = await bench.vault.tokenize(SCOPE, freshItems(count));
  return results.map((result) => {
    if (!result.ok) throw result.error;
    return result.token;
  });
}

/** The same rows, already made, in one transaction with one statement for each table. */
async function bareBatch(bench: Bench): Promise<void> {
  const tokens = Array.from({ length: BATCH }, () => vaultToken('PERSON', tokenBodyFrom(randomBytes(5))));
  const column = (make: () => unknown) => tokens.map(make);
  await bench.admin.query('BEGIN');
  await bench.admin.query({
    name: 'bare_value',
    text: `INSERT INTO bare_value (tenant_id, token, info_type, info_class, collection_id, data_key_id, ciphertext, single_use)
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::bytea[], $8::boolean[])`,
    values: [
      column(() => TENANT),
      tokens,
      column(() => 'PERSON'),
      column(() => 'identity'),
      column(() => 'default'),
      column(() => '00000000-0000-4000-8000-000000000000'),
      column(() => randomBytes(CIPHERTEXT_BYTES)),
      column(() => false),
    ],
  });
  await bench.admin.query({
    name: 'bare_index',
    text: `INSERT INTO bare_index SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::bytea[], $6::text[])`,
    values: [
      column(() => TENANT),
      column(() => 'collection:default'),
      column(() => 1),
      column(() => 'exact'),
      column(() => randomBytes(32)),
      tokens,
    ],
  });
  await bench.admin.query('COMMIT');
}

async function inserts(bench: Bench, values: number): Promise<Record<string, number>> {
  await bareBatch(bench);
  bench.made.push(...(await tokenizeBatch(bench)));
  let [bareMs, vaultMs] = [0, 0];
  const rounds = Math.ceil(values / BATCH);
  // In turn, so that both meet the same machine.
  for (let round = 0; round < rounds; round += 1) {
    bareMs += await timed(() => bareBatch(bench));
    vaultMs += await timed(async () => bench.made.push(...(await tokenizeBatch(bench))));
  }
  const known = freshItems(BATCH);
  await bench.vault.tokenize(SCOPE, known);
  const knownMs = await timed(() => bench.vault.tokenize(SCOPE, known));
  const small = await percentile(0.5, 200, () => tokenizeBatch(bench, 5));
  return {
    'bare batch insert of 500, rows/s': perSecond(rounds * BATCH, bareMs),
    'tokenize in batches of 500, values/s': perSecond(rounds * BATCH, vaultMs),
    'tokenize / bare insert (target >= 0.40)': ratio(bareMs, vaultMs),
    'tokenize 500 known values, values/s': perSecond(BATCH, knownMs),
    'tokenize 5 new values, median ms': Number(small.toFixed(2)),
  };
}

async function reads(bench: Bench): Promise<Record<string, number>> {
  const pick = () => Array.from({ length: 100 }, () => bench.made[Math.floor(Math.random() * bench.made.length)]!);
  const bare = () =>
    bench.admin.query({
      name: 'bare_select',
      text: 'SELECT token, info_type, collection_id, data_key_id, ciphertext FROM vault_value WHERE tenant_id = $1 AND token = ANY($2::text[])',
      values: [TENANT, pick()],
    });
  await bench.admin.query(`SELECT set_config('app.tenant', '${TENANT}', false)`);
  const reveal = async () => {
    const revealed = await bench.vault.reveal(TENANT, pick());
    if (revealed.size < 90) throw new Error('values are missing');
  };
  for (let warm = 0; warm < 200; warm += 1) {
    await bare();
    await reveal();
  }
  const [bareTimes, revealTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < 1_500; round += 1) {
    bareTimes.push(await timed(bare));
    revealTimes.push(await timed(reveal));
  }
  const [bareP95, revealP95] = [quantile(bareTimes, 0.95), quantile(revealTimes, 0.95)];
  return {
    'bare SELECT of 100, p95 ms': Number(bareP95.toFixed(3)),
    'detokenize 100 in one call, p95 ms': Number(revealP95.toFixed(3)),
    'detokenize / bare select p95 (target < 3)': ratio(revealP95, bareP95),
  };
}

/** Decryption alone, the keys in the cache: no database. */
async function decrypts(bench: Bench): Promise<Record<string, number>> {
  const { idOf } = await bench.keyring.reserve(TENANT, [
    { scope: { kind: 'collection', collectionId: 'default' }, count: 1_000 },
  ]);
  const id = [...idOf.values()][0]!;
  const rows = await bench.keyring.withDataKeys(TENANT, [id], (keys) =>
    freshItems(1_000).map(({ type, value }) => {
      const token = vaultToken(type, tokenBodyFrom(randomBytes(5)));
      const place = { tenantId: TENANT, collectionId: 'default', type, token, dataKeyId: id };
      const ciphertext = encrypt(keys.get(id)!, encodeValue(value), valueBinding(place));
      return { token, info_type: type, collection_id: 'default', data_key_id: id, ciphertext };
    }),
  );
  for (let warm = 0; warm < 20; warm += 1) await openStored(bench.keyring, TENANT, rows);
  const cpu = process.cpuUsage();
  const rounds = 200;
  for (let round = 0; round < rounds; round += 1) await openStored(bench.keyring, TENANT, rows);
  const used = process.cpuUsage(cpu);
  const perCore = (rounds * rows.length) / ((used.user + used.system) / 1e6);
  return { 'decrypt with cached keys, values/s/core (target >= 80000)': Math.round(perCore) };
}

async function memory(bench: Bench, values: number): Promise<Record<string, number>> {
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().rss / 1e6;
  };
  const marks: number[] = [];
  for (let done = 0; done < values; done += BATCH) {
    const tokens = await tokenizeBatch(bench);
    await bench.vault.reveal(TENANT, tokens);
    if (done % Math.max(BATCH, Math.floor(values / 20 / BATCH) * BATCH) > 0) continue;
    marks.push(heap());
    process.stderr.write(`${done} of ${values} values: ${Math.round(marks.at(-1)!)} MB\n`);
  }
  const settled = marks.slice(Math.floor(marks.length / 4));
  return {
    [`memory over ${values} values, MB at a quarter`]: Math.round(settled[0]!),
    [`memory over ${values} values, MB at the end`]: Math.round(settled.at(-1)!),
    'memory, end / quarter (flat: about 1)': ratio(settled.at(-1)!, settled[0]!),
  };
}

/** Lookups in two databases, in turn, so that both meet the same machine: one of 100,000 values and one of `values`. */
async function load(bench: Bench, values: number): Promise<Record<string, number>> {
  const reference = await openBench();
  try {
    const few = await fill(reference, Math.min(100_000, values));
    const many = await fill(bench, values);
    const [fewTimes, manyTimes]: [number[], number[]] = [[], []];
    for (let round = -LOOKUPS_TO_WARM; round < LOOKUPS; round += 1) {
      const [small, large] = [await lookup(reference, few), await lookup(bench, many)];
      if (round < 0) continue;
      fewTimes.push(small);
      manyTimes.push(large);
    }
    const [small, large] = [quantile(fewTimes, 0.95), quantile(manyTimes, 0.95)];
    const { rows } = await bench.admin.query<{ bytes: string; n: string }>(
      `SELECT pg_total_relation_size('vault_value') + pg_total_relation_size('blind_index') AS bytes,
              (SELECT count(*) FROM vault_value) AS n`,
    );
    return {
      'values loaded': Number(rows[0]!.n),
      'bytes per value, tables and indexes': Math.round(Number(rows[0]!.bytes) / Number(rows[0]!.n)),
      'lookup p50 at 100,000, ms': Number(quantile(fewTimes, 0.5).toFixed(3)),
      'lookup p50 at the end, ms': Number(quantile(manyTimes, 0.5).toFixed(3)),
      'lookup p95 at 100,000, ms': Number(small.toFixed(3)),
      'lookup p95 at the end, ms': Number(large.toFixed(3)),
      'lookup p95, end / 100,000 (target <= 2)': ratio(large, small),
    };
  } finally {
    await reference.close();
  }
}

const LOOKUPS = 5_000;
const LOOKUPS_TO_WARM = 500;

/** Fills up to so many values; gives a sample of their tokens from all of the time of filling. */
async function fill(bench: Bench, to: number): Promise<VaultToken[]> {
  const sample: VaultToken[] = [];
  const { rows } = await bench.admin.query<{ n: string }>('SELECT count(*) AS n FROM vault_value');
  const step = Math.max(BATCH, Math.floor(to / 20 / BATCH) * BATCH);
  for (let at = Number(rows[0]!.n); at < to; at += BATCH) {
    sample.push(...(await tokenizeBatch(bench)).slice(0, 20));
    if (to > 100_000 && at % step < BATCH) process.stderr.write(`loaded ${at} of ${to}\n`);
  }
  await bench.admin.query('ANALYZE vault_value');
  await bench.admin.query('ANALYZE blind_index');
  return sample;
}

function lookup(bench: Bench, sample: readonly VaultToken[]): Promise<number> {
  const token = sample[Math.floor(Math.random() * sample.length)]!;
  return timed(async () => {
    if ((await bench.vault.reveal(TENANT, [token])).size !== 1) throw new Error('a value is missing');
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function percentile(q: number, rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return quantile(times, q);
}

function quantile(times: readonly number[], q: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * q)]!;
}

function perSecond(count: number, ms: number): number {
  return Math.round((count / ms) * 1_000);
}

function ratio(a: number, b: number): number {
  return Number((a / b).toFixed(2));
}
