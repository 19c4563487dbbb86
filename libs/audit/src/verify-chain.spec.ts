import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { type AuditRow, GENESIS, rowHash } from './audit-chain.js';
import { AuditLog } from './audit-log.js';
import { type Checkpoint, CheckpointSigner } from './checkpoint.js';
import { auditLine, verifyAuditLines } from './export-jsonl.js';
import { anEvent } from './testing/an-event.js';
import { verifyChain } from './verify-chain.js';

const ROW_COUNT = 150;
const tenantId = 'acme';

/** Deterministic, so that a failure can be repeated (xorshift32). */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The chain again from `at`, with hashes that fit: what somebody does who knows the scheme and can write to the table. */
function rechain(rows: readonly AuditRow[], at: number): AuditRow[] {
  let previous = rows[at - 1]?.hash ?? GENESIS.hash;
  return rows.map((row, index) => {
    if (index < at) return row;
    const numbered = { ...row, sequence: index + 1 };
    previous = rowHash(numbered, previous) ?? '';
    return { ...numbered, hash: previous };
  });
}

describe('verifyChain', () => {
  let test: TestDatabase;
  let audit: AuditLog;
  let rows: AuditRow[];
  let checkpoints: Checkpoint[];
  const signer = new CheckpointSigner(CheckpointSigner.generateKey());

  const checkpointAt = (sequence: number) =>
    signer.sign(tenantId, { sequence, hash: rows[sequence - 1]?.hash ?? GENESIS.hash }, new Date());

  beforeAll(async () => {
    test = await createTestDatabase({ tenants: [tenantId, 'globex'] });
    audit = new AuditLog(test.database);
    for (let i = 0; i < ROW_COUNT; i += 10) {
      await audit.append(
        Array.from({ length: 10 }, (_, k) =>
          anEvent(tenantId, { requestId: `r-${i + k}`, actorId: `actor-${(i + k) % 7}`, resourceId: `res-${k}` }),
        ),
      );
    }
    rows = [];
    for await (const row of audit.rows(tenantId)) rows.push(row);
    checkpoints = [checkpointAt(100), checkpointAt(ROW_COUNT)];
  });
  afterAll(() => test.close());

  const verify = (changed: readonly AuditRow[]) => verifyChain(changed, { tenantId, checkpoints });

  it('accepts the chain as the database made it, and says what it covered', async () => {
    expect(await verify(rows)).toEqual({
      valid: true,
      rowCount: ROW_COUNT,
      head: { sequence: ROW_COUNT, hash: rows.at(-1)?.hash },
      confirmed: [100, ROW_COUNT],
      unanchoredCount: 0,
      segments: [{ scheme: 1, from: 1, to: ROW_COUNT }],
    });
    expect(await verifyChain(rows, { tenantId, checkpoints: [checkpointAt(100)] })).toMatchObject({
      valid: true,
      unanchoredCount: 50,
    });
  });

  it('verifies a part from a known row on', async () => {
    const after = { sequence: 40, hash: rows[39]?.hash ?? '' };
    expect(await verifyChain(rows.slice(40), { tenantId, after, checkpoints })).toMatchObject({
      valid: true,
      rowCount: 110,
    });
    expect(await verifyChain(rows.slice(41), { tenantId, after })).toMatchObject({
      valid: false,
      fault: { kind: 'missing', sequence: 41 },
    });
  });

  it('finds every one of 1,000 random edits, deletions, swaps, truncations and forks, and names the first row', async () => {
    const random = randomSource(20_261_201);
    const tally: Record<string, number> = {};
    for (let round = 0; round < 1_000; round += 1) {
      const at = random(ROW_COUNT);
      const row = rows[at] as AuditRow;
      const kind = (['edit', 'delete', 'swap', 'truncate', 'fork'] as const)[round % 5] as string;
      let changed = [...rows];
      let expected: object = { sequence: at + 1 };
      if (kind === 'edit') {
        changed[at] = edited(row, random);
      } else if (kind === 'delete') {
        changed.splice(at, 1 + random(3));
      } else if (kind === 'swap') {
        const other = (at + 1 + random(ROW_COUNT - 1)) % ROW_COUNT;
        const [a, b] = [rows[at], rows[other]] as [AuditRow, AuditRow];
        // By place, or by content under the old numbers and hashes.
        const byPlace = random(2) === 0;
        changed[at] = byPlace ? b : { ...b, sequence: a.sequence, hash: a.hash };
        changed[other] = byPlace ? a : { ...a, sequence: b.sequence, hash: b.hash };
        expected = { sequence: Math.min(at, other) + 1 };
      } else if (kind === 'truncate') {
        changed = rows.slice(0, at);
        expected = { kind: 'truncated', sequence: at + 1 };
      } else {
        changed[at] = { ...row, actorId: `forged-${random(1_000)}` };
        changed = rechain(changed, at);
        expected = { kind: 'replaced', sequence: at < 100 ? 1 : 101 };
      }
      const verdict = await verify(changed);
      if (!verdict.valid) tally[kind] = (tally[kind] ?? 0) + 1;
      expect(verdict).toMatchObject({ valid: false, fault: expected });
    }
    expect(tally).toEqual({ edit: 200, delete: 200, swap: 200, truncate: 200, fork: 200 });
  });

  /** Another row in one random field. */
  function edited(row: AuditRow, random: (below: number) => number): AuditRow {
    const changes: ((r: AuditRow) => AuditRow)[] = [
      (r) => ({ ...r, action: `${r.action}x` }),
      (r) => ({ ...r, actorId: 'somebody-else' }),
      (r) => ({ ...r, requestId: `${r.requestId}0` }),
      (r) => ({ ...r, resourceId: r.resourceId === null ? 'x' : null }),
      (r) => ({ ...r, resourceId: '' }),
      (r) => ({ ...r, recordedAt: new Date(Date.parse(r.recordedAt) - 1).toISOString() }),
      (r) => ({ ...r, detail: r.detail.replace('masked', 'tokens') }),
      (r) => ({ ...r, detail: r.detail.replace('true', 'false') }),
      (r) => ({ ...r, detail: `${r.detail} ` }),
      // Text moved from one field to the next.
      (r) => ({ ...r, requestId: `${r.requestId}\n${r.action}`, action: r.actorId, actorId: r.resourceId ?? '' }),
    ];
    return (changes[random(changes.length)] as (r: AuditRow) => AuditRow)(row);
  }

  it('finds an edited hash, scheme, tenant or number', async () => {
    const with_ = (change: Partial<AuditRow>) => rows.map((row, index) => (index === 41 ? { ...row, ...change } : row));
    const kinds = async (change: Partial<AuditRow>) => (await verify(with_(change))).fault;
    expect(await kinds({ hash: 'f'.repeat(64) })).toEqual({ kind: 'altered', sequence: 42 });
    expect(await kinds({ scheme: 2 })).toEqual({ kind: 'unknown_scheme', sequence: 42 });
    expect(await kinds({ tenantId: 'globex' })).toEqual({ kind: 'foreign', sequence: 42 });
    expect(await kinds({ sequence: 43 })).toEqual({ kind: 'missing', sequence: 42 });
    expect(await kinds({ sequence: 41 })).toEqual({ kind: 'repeated', sequence: 41 });
  });

  it('finds the deletion of everything', async () => {
    expect(await verify([])).toMatchObject({
      valid: false,
      fault: { kind: 'truncated', sequence: 1, checkpoint: 100 },
    });
  });

  it('finds what an administrator of the database changes', async () => {
    const tamper = async (sql: string) => {
      await test.admin('CREATE TABLE kept AS TABLE audit_event');
      await test.admin(sql);
      const verdict = await audit.verify({ tenantId, checkpoints });
      expect(await verifyChain(audit.rows(tenantId), { tenantId, checkpoints })).toEqual(verdict);
      await test.admin('TRUNCATE audit_event');
      await test.admin('INSERT INTO audit_event TABLE kept');
      await test.admin('DROP TABLE kept');
      return verdict.fault;
    };
    expect(await tamper('DELETE FROM audit_event WHERE sequence = 77')).toEqual({ kind: 'missing', sequence: 77 });
    expect(await tamper('DELETE FROM audit_event WHERE sequence > 148')).toMatchObject({
      kind: 'truncated',
      sequence: 149,
    });
    expect(await tamper(`UPDATE audit_event SET actor_id = 'nobody' WHERE sequence = 3`)).toEqual({
      kind: 'altered',
      sequence: 3,
    });
    expect(
      await tamper(`UPDATE audit_event SET recorded_at = recorded_at + interval '1 ms' WHERE sequence = 150`),
    ).toEqual({ kind: 'altered', sequence: 150 });
    expect(await tamper(`UPDATE audit_event SET tenant_id = 'globex' WHERE sequence = 9`)).toEqual({
      kind: 'missing',
      sequence: 9,
    });
    expect(await tamper(`UPDATE audit_event SET actor_id = E'a\\nb' WHERE sequence = 5`)).toEqual({
      kind: 'altered',
      sequence: 5,
    });
    expect(await tamper(`UPDATE audit_event SET resource_id = NULL WHERE sequence = 6`)).toEqual({
      kind: 'altered',
      sequence: 6,
    });
    for (const time of ['infinity', '290000-01-01 00:00:00+00', '-infinity'])
      expect((await tamper(`UPDATE audit_event SET recorded_at = '${time}' WHERE sequence = 8`))?.sequence).toBe(8);
    expect(await tamper('SELECT 1')).toBeUndefined();
  });

  it('finds every changed byte of an export', async () => {
    const random = randomSource(7);
    const lines = rows.slice(0, 20).map(auditLine);
    expect(await verifyAuditLines(lines, { tenantId })).toMatchObject({ valid: true, rowCount: 20 });
    for (let round = 0; round < 1_000; round += 1) {
      const at = random(lines.length);
      const line = lines[at] as string;
      const place = random(line.length);
      const replacement = String.fromCharCode(32 + random(95));
      if (line[place] === replacement) continue;
      const changed = [...lines];
      changed[at] = line.slice(0, place) + replacement + line.slice(place + 1);
      const { valid } = await verifyAuditLines(changed, { tenantId });
      if (valid) throw new Error(`not found: byte ${place} of line ${at} as ${JSON.stringify(replacement)}`);
    }
  });
});
