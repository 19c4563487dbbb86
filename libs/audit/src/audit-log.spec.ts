import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '#lib/kernel';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import type { AuditRow } from './audit-chain.js';
import type { AuditEvent } from './audit-event.js';
import { AuditLog } from './audit-log.js';
import { CheckpointSigner, openCheckpoint } from './checkpoint.js';
import { anEvent } from './testing/an-event.js';
import { verifyChain } from './verify-chain.js';

async function failureOf(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  return error as DomainError;
}

describe('AuditLog', () => {
  let test: TestDatabase;
  let audit: AuditLog;
  let tenantCount = 0;

  const newTenant = async () => {
    tenantCount += 1;
    const id = `tenant-${tenantCount}`;
    await test.admin('INSERT INTO tenant (id) VALUES ($1)', [id]);
    return id;
  };
  const rowsOf = async (tenantId: string) => {
    const rows: AuditRow[] = [];
    for await (const row of audit.rows(tenantId)) rows.push(row);
    return rows;
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    audit = new AuditLog(test.database);
  });
  afterAll(async () => {
    await audit.close();
    await test.close();
  });

  it('gives back what was recorded, numbered from 1, with time and hash', async () => {
    const tenantId = await newTenant();
    const full: AuditEvent = {
      tenantId,
      action: 'vault_token.revealed',
      actor: { id: 'jane', kind: 'user', onBehalfOf: 'app-1' },
      resource: { kind: 'vault_token', id: '[EMAIL_0123456789]', infoType: 'EMAIL', collection: 'default' },
      purpose: 'case-handling',
      reason: 'ticket 4711, « Rückfrage »',
      decision: { level: 'plain', allowed: true, decidedBy: ['SupportPlain'], policyHash: 'a1b2' },
      requestId: 'r-1',
      facts: { count: 3, streamed: false, surface: 'chat', tokens: ['[EMAIL_0123456789]'] },
    };
    const least: AuditEvent = {
      tenantId,
      action: 'policy.read',
      actor: { id: 'x', kind: 'service' },
      resource: { kind: 'policy' },
      requestId: 'r-2',
    };
    await audit.append([full, least]);
    const { events, next } = await audit.read(tenantId, { limit: 10 });
    expect(next).toBeNull();
    expect(events).toEqual([
      { ...full, sequence: 1, recordedAt: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { ...least, sequence: 2, recordedAt: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(Math.abs(Date.parse(events[0]?.recordedAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect((await verifyChain(audit.rows(tenantId), { tenantId })).valid).toBe(true);
  });

  it('keeps one gapless chain for each tenant under concurrent writers of several processes', async () => {
    const tenants = [await newTenant(), await newTenant()];
    const others = [new AuditLog(test.database), new AuditLog(test.database), audit];
    const appends = Array.from({ length: 240 }, (_, i) =>
      others[i % 3]?.append(
        Array.from({ length: 1 + (i % 4) }, (_, k) => anEvent(tenants[i % 2] ?? '', { requestId: `r-${i}-${k}` })),
      ),
    );
    await Promise.all(appends);
    for (const [index, tenantId] of tenants.entries()) {
      const rows = await rowsOf(tenantId);
      const expected = Array.from({ length: 240 }, (_, i) => (i % 2 === index ? 1 + (i % 4) : 0)).reduce(
        (a, b) => a + b,
      );
      expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: expected }, (_, i) => i + 1));
      expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(expected);
      expect(await verifyChain(rows, { tenantId })).toMatchObject({ valid: true, rowCount: expected });
      const times = rows.map(({ recordedAt }) => recordedAt);
      expect(times).toEqual([...times].sort());
    }
  });

  it('keeps the order of one caller’s events', async () => {
    const tenantId = await newTenant();
    for (const part of [0, 1, 2]) {
      await audit.append(
        Array.from({ length: 400 }, (_, i) => anEvent(tenantId, { requestId: `r-${part * 400 + i}` })),
      );
    }
    expect((await rowsOf(tenantId)).map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 1_200 }, (_, i) => `r-${i}`),
    );
  });

  it('lets the service add rows, and neither change nor remove them', async () => {
    const tenantId = await newTenant();
    await audit.append([anEvent(tenantId)]);
    for (const sql of [
      `UPDATE audit_event SET action = 'x.y'`,
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
      `UPDATE audit_mention SET token = 'x'`,
      'DELETE FROM audit_mention',
      'ALTER TABLE audit_event DISABLE ROW LEVEL SECURITY',
      'DROP TABLE audit_event',
    ]) {
      const error = await failureOf(test.database.withTenant(tenantId, (c) => c.query(sql)));
      expect(error.facts.sqlState).toBe('42501');
    }
    expect(await rowsOf(tenantId)).toHaveLength(1);
  });

  it('shows a tenant nothing of another, whatever is asked', async () => {
    const [mine, theirs] = [await newTenant(), await newTenant()];
    await audit.append([anEvent(theirs, { requestId: 'shared', tokens: ['[EMAIL_0123456789]'] })]);
    for (const query of [{}, { requestId: 'shared' }, { resourceId: '[EMAIL_0123456789]' }, { after: 0 }]) {
      expect(await audit.read(mine, { limit: 10, ...query })).toEqual({ events: [], next: null });
    }
    expect(await audit.head(mine)).toEqual({ sequence: 0, hash: '0'.repeat(64) });
  });

  it('pages in both orders', async () => {
    const tenantId = await newTenant();
    await audit.append(Array.from({ length: 25 }, () => anEvent(tenantId)));
    for (const order of ['oldest', 'newest'] as const) {
      const seen: number[] = [];
      for (let after: number | undefined; ; ) {
        const page = await audit.read(tenantId, { limit: 10, order, after });
        seen.push(...page.events.map(({ sequence }) => sequence));
        if (page.next === null) break;
        after = page.next;
      }
      const expected = Array.from({ length: 25 }, (_, i) => i + 1);
      expect(seen).toEqual(order === 'oldest' ? expected : expected.reverse());
    }
  });

  it('finds by action, actor, request, resource, token and time', async () => {
    const tenantId = await newTenant();
    await audit.append([
      anEvent(tenantId, { action: 'policy.activated', actorId: 'ann', requestId: 'q1', resourceId: 'policy-7' }),
      anEvent(tenantId, {
        action: 'vault_token.revealed',
        actorId: 'bob',
        requestId: 'q2',
        tokens: ['[A_0]', '[B_0]'],
      }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const between = new Date();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await audit.append([
      anEvent(tenantId, { action: 'vault_token.revealed', actorId: 'ann', requestId: 'q3', resourceId: '[B_0]' }),
    ]);
    const find = async (query: object) =>
      (await audit.read(tenantId, { limit: 10, ...query })).events.map(({ requestId }) => requestId);
    expect(await find({ action: 'vault_token.revealed' })).toEqual(['q2', 'q3']);
    expect(await find({ actorId: 'ann' })).toEqual(['q1', 'q3']);
    expect(await find({ requestId: 'q2' })).toEqual(['q2']);
    expect(await find({ resourceId: 'policy-7' })).toEqual(['q1']);
    expect(await find({ resourceId: '[B_0]' })).toEqual(['q2', 'q3']);
    expect(await find({ resourceId: '[A_0]' })).toEqual(['q2']);
    expect(await find({ from: between })).toEqual(['q3']);
    expect(await find({ until: between })).toEqual(['q1', 'q2']);
    expect(await find({ action: 'vault_token.revealed', actorId: 'bob', until: between })).toEqual(['q2']);
    expect(await find({ actorId: `ann' OR true --` })).toEqual([]);
  });

  it.each<[string, Partial<AuditEvent>]>([
    ['a fact with a sentence', { facts: { note: 'Jane Roe called' } }],
    ['a fact with an e-mail', { facts: { note: 'jane.roe@acme.test' } }],
    ['a list with a sentence', { facts: { tokens: ['[A_0]', 'Jane Roe'] } }],
    ['a nested fact', { facts: { note: { value: 'x' } as unknown as string } }],
    ['a fact of 201 characters', { facts: { note: 'x'.repeat(201) } }],
    ['a fact that is no number', { facts: { count: Number.NaN } }],
    ['a reason of 201 characters', { reason: 'x'.repeat(201) }],
    ['a reason with a line break', { reason: 'a\nb' }],
    ['a reason with half a character', { reason: 'a\ud83d' }],
    ['a resource id with an e-mail', { resource: { kind: 'value', id: 'jane.roe@acme.test' } }],
    ['an action that is no noun and verb', { action: 'revealed' }],
    ['an actor id with a NUL', { actor: { id: 'a\0b', kind: 'user' } }],
    ['a request id with a line break', { requestId: 'a\nb' }],
  ])('refuses %s, and does not print it', async (_, wrong) => {
    const tenantId = await newTenant();
    const error = await failureOf(audit.append([{ ...anEvent(tenantId), ...wrong }]));
    expect(error.code).toBe('internal');
    expect(inspect(error, { depth: 10 })).not.toMatch(/jane|roe@|xxx/i);
    expect(await rowsOf(tenantId)).toEqual([]);
  });

  it('is unavailable, and nothing else is lost, when a tenant does not exist', async () => {
    const tenantId = await newTenant();
    const [good, bad] = await Promise.allSettled([
      audit.append([anEvent(tenantId)]),
      audit.append([anEvent('no-such-tenant')]),
    ]);
    expect(good.status).toBe('fulfilled');
    expect((await failureOf(Promise.reject((bad as PromiseRejectedResult).reason))).code).toBe('audit.unavailable');
    expect(await rowsOf(tenantId)).toHaveLength(1);
  });

  it('verifies itself against its checkpoints, which an administrator who cuts the log cannot meet', async () => {
    const tenantId = await newTenant();
    const signer = new CheckpointSigner(CheckpointSigner.generateKey());
    await audit.append(Array.from({ length: 5 }, () => anEvent(tenantId)));
    const checkpoint = await audit.checkpoint(tenantId, signer);
    await audit.append([anEvent(tenantId)]);
    const opened = openCheckpoint(JSON.stringify(checkpoint), [signer.publicKey]);
    const options = { tenantId, checkpoints: [opened] };
    expect(await audit.verify(options)).toMatchObject({ valid: true, rowCount: 6, confirmed: [5], unanchoredCount: 1 });
    await test.admin('DELETE FROM audit_event WHERE tenant_id = $1 AND sequence > 3', [tenantId]);
    expect(await audit.verify(options)).toMatchObject({
      valid: false,
      fault: { kind: 'truncated', sequence: 4, checkpoint: 5 },
    });
    expect(await audit.verify({ tenantId })).toMatchObject({ valid: true, rowCount: 3, unanchoredCount: 3 });
  });

  it('records together with a change, or not at all', async () => {
    const tenantId = await newTenant();
    await test.database
      .withTenant(tenantId, async (c) => {
        await audit.appendIn(c, tenantId, [anEvent(tenantId)]);
        throw new Error('undo');
      })
      .catch(() => undefined);
    expect(await rowsOf(tenantId)).toEqual([]);
    await test.database.withTenant(tenantId, (c) => audit.appendIn(c, tenantId, [anEvent(tenantId)]));
    expect((await verifyChain(audit.rows(tenantId), { tenantId })).rowCount).toBe(1);
    const other = await newTenant();
    const crossed = await failureOf(
      test.database.withTenant(other, (c) => audit.appendIn(c, tenantId, [anEvent(tenantId)])),
    );
    expect(crossed.code).toBe('audit.unavailable');
  });
});

describe('AuditLog without its table', () => {
  it('rejects with audit.unavailable while the table cannot be written, and works again after', async () => {
    const test = await createTestDatabase({ tenants: ['acme'] });
    const audit = new AuditLog(test.database);
    try {
      await test.admin('REVOKE INSERT ON audit_event FROM pvg_service');
      const refused = await Promise.allSettled([1, 2, 3].map(() => audit.append([anEvent('acme')])));
      for (const outcome of refused) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'audit.unavailable' } });
      }
      await test.admin('GRANT INSERT ON audit_event TO pvg_service');
      await audit.append([anEvent('acme')]);
      expect((await audit.head('acme')).sequence).toBe(1);
    } finally {
      await test.close();
    }
  });

  it('rejects with audit.unavailable when the database is gone', async () => {
    const test = await createTestDatabase({ tenants: ['acme'] });
    const audit = new AuditLog(test.database);
    await test.close();
    expect((await failureOf(audit.append([anEvent('acme')]))).code).toBe('audit.unavailable');
  });
});
