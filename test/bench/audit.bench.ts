import { chmodSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type AuditEvent, AuditLog, type AuditRow, auditLine, verifyAuditLines, verifyChain } from '#lib/audit';
import { Database, EmbeddedPostgres } from '#lib/database';
import type { Secret } from '#lib/kernel';

const WRITERS = 8;
const SECONDS = Number(process.env.PVG_BENCH_SECONDS ?? 3);
const TENANT = 'bench';
const VERIFY_ROWS_MAX = 100_000;

function anEvent(id: number): AuditEvent {
  return {
    tenantId: TENANT,
    action: 'vault_token.revealed',
    actor: { id: `actor-${id % 50}`, kind: 'service' },
    resource: {
      kind: 'vault_token',
      id: `[EMAIL_${String(id).padStart(10, '0')}]`,
      infoType: 'EMAIL',
      collection: 'default',
    },
    purpose: 'case-handling',
    decision: { level: 'masked', allowed: true, decidedBy: ['SupportMasked'], policyHash: '5f2b'.repeat(16) },
    requestId: `request-${id}`,
    facts: { surface: 'chat', count: 1 },
  };
}

/** The same row, inserted and nothing more: no chain, no lock, no row-level security. */
function bareInsert(ids: readonly number[]) {
  const events = ids.map(anEvent);
  return {
    name: 'bare',
    text: `INSERT INTO bare_event (tenant_id, sequence, scheme, recorded_at, request_id, action, actor_id, resource_id, detail, hash)
      SELECT '${TENANT}', e.sequence, 1, clock_timestamp(), e.request, e.action, e.actor, e.resource, e.detail, e.hash
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[])
        AS e(sequence, request, action, actor, resource, detail, hash)`,
    values: [
      ids.map((id) => id + 1),
      events.map((e) => e.requestId),
      events.map((e) => e.action),
      events.map((e) => e.actor.id),
      events.map((e) => e.resource.id),
      events.map(({ purpose, decision, facts }) => JSON.stringify({ purpose, decision, facts })),
      ids.map(() => Buffer.alloc(32, 7)),
    ],
  };
}

interface Measured {
  readonly perSecond: number;
  /** By the CPU time of this process: what one core would do that nothing else keeps busy. */
  readonly perCpuSecond: number;
}

/** Rows a second of writers that each wait for one write before the next. */
async function rate(
  writers: number,
  batch: number,
  write: (ids: number[], writer: number) => Promise<unknown>,
): Promise<Measured> {
  let next = 0;
  const stop = clock();
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() < until) {
        const first = next;
        next += batch;
        await write(
          Array.from({ length: batch }, (_, i) => first + i),
          writer,
        );
      }
    }),
  );
  return stop(next);
}

/** Starts a clock; stopped, it gives the rates of that many rows. */
function clock(): (rows: number) => Measured {
  const started = performance.now();
  const cpu = process.cpuUsage();
  return (rows) => {
    const { user, system } = process.cpuUsage(cpu);
    return {
      perSecond: (rows / (performance.now() - started)) * 1_000,
      perCpuSecond: (rows / (user + system)) * 1_000_000,
    };
  };
}

function print(what: string, { perSecond, perCpuSecond }: Measured, bare?: Measured): void {
  const wall = `${Math.round(perSecond).toLocaleString('en').padStart(9)} rows/s`;
  const cpu = `${Math.round(perCpuSecond).toLocaleString('en').padStart(9)} rows/s of this process's CPU`;
  const ratio = bare ? `  ${(perSecond / bare.perSecond).toFixed(2)} × bare` : '';
  process.stdout.write(`${what.padEnd(50)} ${wall} ${cpu}${ratio}\n`);
}

async function benchAppend(url: Secret<string>, reset: () => Promise<void>): Promise<void> {
  const database = await Database.open({ url, poolMax: WRITERS, migrate: false });
  const replicas = await Promise.all(
    Array.from({ length: WRITERS }, () => Database.open({ url, poolMax: 1, migrate: false })),
  );
  const audits = replicas.map((replica) => new AuditLog(replica));
  const audit = new AuditLog(database);
  try {
    for (const batch of [1, 100]) {
      await reset();
      const bare = await rate(WRITERS, batch, (ids) => database.statement(bareInsert(ids)));
      print(`${WRITERS} writers × ${batch}: bare inserts`, bare);
      const shared = await rate(WRITERS, batch, (ids) => audit.append(ids.map(anEvent)));
      print(`${WRITERS} writers × ${batch}: append, one process`, shared, bare);
      const apart = await rate(WRITERS, batch, (ids, w) => audits[w]?.append(ids.map(anEvent)) ?? Promise.resolve());
      print(`${WRITERS} writers × ${batch}: append, ${WRITERS} logs of their own`, apart, bare);
    }
  } finally {
    await Promise.all([database, ...replicas].map((each) => each.close()));
  }
}

async function benchVerify(url: Secret<string>, home: string): Promise<void> {
  const database = await Database.open({ url, migrate: false });
  try {
    const audit = new AuditLog(database);
    const rows: AuditRow[] = [];
    const read = clock();
    for await (const row of audit.rows(TENANT)) if (rows.push(row) >= VERIFY_ROWS_MAX) break;
    print('read from the database', read(rows.length));
    const check = async (what: string, verify: () => Promise<{ valid: boolean; rowCount: number }>) => {
      const stop = clock();
      const { valid, rowCount } = await verify();
      if (!valid || rowCount < rows.length) throw new Error(`${what}: the chain does not hold`);
      print(what, stop(rowCount));
    };
    await check('verify in the database', () => audit.verify({ tenantId: TENANT }));
    await check('verify rows in memory', () => verifyChain(rows, { tenantId: TENANT }));
    const lines = rows.map(auditLine);
    await check('verify lines of an export', () => verifyAuditLines(lines, { tenantId: TENANT }));
    const file = join(home, 'export.jsonl');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const lineByLine = () => createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    await check('verify an export, as `pvg audit verify` reads it', () =>
      verifyAuditLines(lineByLine(), { tenantId: TENANT }),
    );
  } finally {
    await database.close();
  }
}

/** A table of the same columns and indexes. */
async function emptyBareTable(embedded: EmbeddedPostgres): Promise<void> {
  const url = new URL(embedded.adminUrl.reveal());
  url.pathname = new URL(embedded.url.reveal()).pathname;
  const admin = new pg.Client({ connectionString: url.toString() });
  await admin.connect();
  await admin.query('DROP TABLE IF EXISTS bare_event');
  await admin.query('CREATE TABLE bare_event (LIKE audit_event INCLUDING ALL)');
  await admin.query('GRANT INSERT ON bare_event TO pvg_service');
  await admin.end();
}

/** Prints what appending costs against bare inserts of the same rows on a durable database, and how fast a chain is verified. */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'pvg-bench-audit-'));
  chmodSync(home, 0o711);
  const embedded = await EmbeddedPostgres.start({ home });
  try {
    const database = await Database.open({ url: embedded.url });
    await database.withoutTenant((c) => c.query('INSERT INTO tenant (id) VALUES ($1)', [TENANT]));
    await database.close();
    await benchAppend(embedded.url, () => emptyBareTable(embedded));
    await benchVerify(embedded.url, home);
  } finally {
    await embedded.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
