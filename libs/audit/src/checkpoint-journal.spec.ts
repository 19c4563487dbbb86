import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { AuditLog } from './audit-log.js';
import { CheckpointSigner, openCheckpoint } from './checkpoint.js';
import { CheckpointJournal } from './checkpoint-journal.js';
import { anEvent } from './testing/an-event.js';

const tenantId = 'acme';
const folder = join(mkdtempSync(join(tmpdir(), 'pvg-journal-')), 'checkpoints');
const signer = new CheckpointSigner(CheckpointSigner.generateKey());
let test: TestDatabase;
let log: AuditLog;
let journal: CheckpointJournal;

beforeAll(async () => {
  test = await createTestDatabase({ tenants: [tenantId] });
  log = new AuditLog(test.database);
  journal = new CheckpointJournal(folder, signer);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const append = (count: number) => log.append(Array.from({ length: count }, () => anEvent(tenantId, {})));
const lines = () => readFileSync(journal.fileOf(tenantId), 'utf8').trimEnd().split('\n');

describe('the journal of checkpoints', () => {
  it('signs a chain when it has grown, for its own user’s eyes', async () => {
    expect(await journal.write(log, tenantId)).toEqual({ checkpoint: null, holds: true });
    await append(3);
    expect(await journal.write(log, tenantId)).toMatchObject({ checkpoint: { sequence: 3 }, holds: true });
    expect(await journal.write(log, tenantId)).toEqual({ checkpoint: null, holds: true });
    await append(2);
    await journal.write(log, tenantId);
    expect(lines().map((line) => openCheckpoint(line, [signer.publicKey]).sequence)).toEqual([3, 5]);
    expect(readFileSync(join(folder, 'public-key.pem'), 'utf8')).toBe(signer.publicKey);
    expect(statSync(journal.fileOf(tenantId)).mode & 0o077).toBe(0);
    const checkpoints = lines().map((line) => openCheckpoint(line, [signer.publicKey]));
    expect(await log.verify({ tenantId, checkpoints })).toMatchObject({ valid: true, confirmed: [3, 5] });
  });

  it.each([
    ['was cut', 'DELETE FROM audit_event WHERE sequence = 5'],
    ['was rewritten', `UPDATE audit_event SET hash = sha256('forged') WHERE sequence = 5`],
  ])('signs nothing of a chain that %s behind its last checkpoint, and says so', async (_title, sql) => {
    await test.admin('CREATE TABLE kept AS TABLE audit_event');
    await test.admin(sql);
    expect(await journal.write(log, tenantId)).toEqual({ checkpoint: null, holds: false });
    await test.admin('TRUNCATE audit_event');
    await test.admin('INSERT INTO audit_event TABLE kept');
    await test.admin('DROP TABLE kept');
    expect(lines()).toHaveLength(2);
  });

  it('does not go on after a line that its key did not sign', async () => {
    const before = readFileSync(journal.fileOf(tenantId), 'utf8');
    const other = new CheckpointSigner(CheckpointSigner.generateKey());
    const forged = other.sign(tenantId, { sequence: 4, hash: '0'.repeat(64) }, new Date());
    writeFileSync(journal.fileOf(tenantId), `${before}${JSON.stringify(forged)}\n`);
    await expect(journal.write(log, tenantId)).rejects.toMatchObject({ code: 'request.invalid' });
    writeFileSync(journal.fileOf(tenantId), before);
  });
});
