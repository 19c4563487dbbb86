import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database, EmbeddedPostgres } from '#lib/database';
import { runSource, type SourceProcess } from '../../database/src/testing/source-process.js';
import { AuditLog } from './audit-log.js';
import { verifyChain } from './verify-chain.js';

jest.setTimeout(120_000);

describe('an acknowledged event', () => {
  let home: string;
  let embedded: EmbeddedPostgres;
  const writers: SourceProcess[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pvg-durability-'));
    chmodSync(home, 0o711);
    embedded = await EmbeddedPostgres.start({ home });
    const database = await Database.open({ url: embedded.url });
    await database.withoutTenant((c) => c.query(`INSERT INTO tenant (id) VALUES ('acme')`));
    await database.close();
  });
  afterAll(async () => {
    for (const { child } of writers) child.kill('SIGKILL');
    await embedded.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const startWriter = (run: string) => {
    const script = join(import.meta.dirname, 'testing/write-events.ts');
    const writer = runSource(script, [embedded.url.reveal(), 'acme', run]);
    writers.push(writer);
    return writer;
  };
  const read = async (writer: SourceProcess, count: number) => {
    const acknowledged: string[] = [];
    while (acknowledged.length < count) acknowledged.push(await writer.nextLine<string>());
    return acknowledged;
  };
  /** What it had printed before it ended; the last line may be cut. */
  const readRest = async (writer: SourceProcess) => {
    const acknowledged: string[] = [];
    await writer.exited;
    for (;;) {
      const line = await writer.nextLine<string>().catch(() => undefined);
      if (line === undefined) return acknowledged;
      acknowledged.push(line);
    }
  };
  const expectAllThere = async (acknowledged: readonly string[]) => {
    const database = await Database.open({ url: embedded.url });
    try {
      const audit = new AuditLog(database);
      const there = new Set<string>();
      for await (const row of audit.rows('acme')) there.add(row.requestId);
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
      expect(await verifyChain(audit.rows('acme'), { tenantId: 'acme' })).toMatchObject({ valid: true });
    } finally {
      await database.close();
    }
  };

  it('is there after the writer was killed under load', async () => {
    const pair = [startWriter('a'), startWriter('b')];
    const acknowledged = (await Promise.all(pair.map((writer) => read(writer, 200)))).flat();
    for (const { child } of pair) child.kill('SIGKILL');
    for (const writer of pair) acknowledged.push(...(await readRest(writer)));
    await expectAllThere(acknowledged);
  });

  it('is there after the database was killed under load', async () => {
    const writer = startWriter('c');
    const acknowledged = await read(writer, 300);
    const pidFile = readFileSync(join(embedded.dataDirectory, 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    acknowledged.push(...(await readRest(writer)));
    embedded = await EmbeddedPostgres.start({ home });
    await expectAllThere(acknowledged);
  });
});
