// De-identifies a Postgres table into a new one: COPY out, a job of the gateway, COPY in.
//
//   DATABASE_URL=… PVG_KEY=… node examples/postgres-copy/copy.mjs customer customer_safe '{"email":"token","*":"keep"}'
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { PvgClient } from '#lib/client'; // elsewhere: '@pvg/client'

const [source, target, policies = '{}'] = process.argv.slice(2);
const columns = JSON.parse(policies);
const pvg = new PvgClient({ url: process.env.PVG_URL ?? 'http://127.0.0.1:8080', key: process.env.PVG_KEY });
const database = new pg.Client({ connectionString: process.env.DATABASE_URL });
const [from, to] = [source, target].map(pg.escapeIdentifier);
const folder = await mkdtemp(join(tmpdir(), 'pvg-copy-'));
await database.connect();
try {
  const file = join(folder, 'table.csv');
  const out = database.query(copyTo(`COPY ${from} TO STDOUT (FORMAT csv, HEADER)`));
  await pipeline(out, createWriteStream(file, { mode: 0o600 }));

  const job = await pvg.jobs.create([{ name: 'table.csv', content: await openAsBlob(file) }], { columns });
  for await (const { state, bytesDone, bytesTotal } of pvg.jobs.progress(job.id)) {
    console.error(`${state}: ${bytesDone} of ${bytesTotal} bytes`);
  }
  const [{ seq, error, report }] = await pvg.jobs.report(job.id);
  if (error) throw new Error(`${error.code}: ${error.message}`);

  // The new table comes whole or not at all. Tokens are text, whatever the column was.
  await database.query('BEGIN');
  await database.query(`CREATE TABLE ${to} (LIKE ${from})`);
  const { fields } = await database.query(`SELECT * FROM ${from} LIMIT 0`);
  for (const { name } of fields) {
    const kept = (columns[name] ?? columns['*']) === 'keep';
    const column = pg.escapeIdentifier(name);
    if (!kept) await database.query(`ALTER TABLE ${to} ALTER ${column} TYPE text USING ${column}::text`);
  }
  const result = Readable.fromWeb(await pvg.jobs.download(job.id, seq));
  await pipeline(result, database.query(copyFrom(`COPY ${to} FROM STDIN (FORMAT csv, HEADER MATCH)`)));
  await database.query('COMMIT');
  console.log(JSON.stringify(report.replaced));
  await pvg.jobs.delete(job.id);
} finally {
  await database.end();
  await rm(folder, { recursive: true, force: true });
}
