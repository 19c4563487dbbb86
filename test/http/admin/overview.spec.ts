import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
const person = inventPerson();

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

const admin = (path: string, body?: unknown) =>
  t.call(`/admin/v1/${path}`, { as: 'admin', ...(body !== undefined && { body }) });

describe('GET /admin/v1/activity', () => {
  it('of an empty installation says that nothing was done yet', async () => {
    const { status, json } = await admin('activity');
    expect(status).toBe(200);
    expect(json).toMatchObject({ complete: true, valuesTokenized: 0, deniedCount: 0, reveals: [], decisions: [] });
    expect(json.firstSteps).toEqual({ text: false, person: false, key: false, policy: false, audit: false });
  });

  it('counts what was replaced, shown and refused, names the last decisions, and holds no value', async () => {
    const stored = await t.call('/v1/vault/tokenize', { body: { items: [{ type: 'EMAIL', value: person.EMAIL }] } });
    const tokens = [stored.json.items[0].token];
    await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens } });
    await t.call('/admin/v1/audit', { as: 'support' });
    const { json, text } = await admin('activity?hours=1');
    expect(json).toMatchObject({ valuesTokenized: 1, deniedCount: 1 });
    expect(json.callerCount).toBeGreaterThanOrEqual(2);
    expect(json.reveals).toEqual([{ roles: ['support'], level: 'masked', count: 1 }]);
    expect(json.decisions.map(({ action }: { action: string }) => action)).toEqual([
      'decision.denied',
      'vault_token.reveal_decided',
    ]);
    expect(json.firstSteps).toMatchObject({ text: true, key: false });
    for (const form of spellingsOf(person.EMAIL)) expect(text).not.toContain(form);
  });

  it('refuses who may not read the audit log, and spans it does not know', async () => {
    for (const as of ['user', 'support', 'analyst'] as const)
      expect((await t.call('/admin/v1/activity', { as })).status).toBe(403);
    for (const hours of ['0', '-1', '1000', 'x']) expect((await admin(`activity?hours=${hours}`)).status).toBe(400);
  });
});

describe('GET /admin/v1/health', () => {
  it('tells of each part', async () => {
    const { status, json } = await admin('health');
    expect(status).toBe(200);
    expect(json.detector.version).toMatch(/^[0-9a-f]{8,}/);
    expect(json.upstreams).toEqual([{ name: 'default', state: 'unknown', lastFailure: null, lastFailureAt: null }]);
    expect(json.keys).toEqual({ opens: true, rotationsRunning: 0, rotationsPaused: 0 });
    expect(json.audit).toMatchObject({ holds: true, signedSequence: null });
    expect(json.audit.rowCount).toBeGreaterThan(0);
    expect(json.jobs).toEqual({ queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 });
  });

  it('refuses who may not watch over the installation', async () => {
    for (const as of ['user', 'support', 'analyst'] as const)
      expect((await t.call('/admin/v1/health', { as })).status).toBe(403);
  });

  it('tells of a chain that is no longer the one that was signed, and of a part that cannot be asked', async () => {
    const { CheckpointSchedule } = await import('../../../apps/gateway/src/admin/audit/checkpoint-schedule.js');
    await t.gateway.app.get(CheckpointSchedule).run();
    const { json: before } = await admin('health');
    expect(before.audit).toMatchObject({ holds: true, signedSequence: before.audit.rowCount });
    await t.testDatabase.admin('UPDATE audit_event SET hash = $1 WHERE sequence = $2', [
      Buffer.alloc(32),
      before.audit.signedSequence,
    ]);
    expect((await admin('health')).json.audit.holds).toBe(false);
    await t.testDatabase.admin('ALTER TABLE job_item RENAME TO job_item_gone');
    const { status, json } = await admin('health');
    await t.testDatabase.admin('ALTER TABLE job_item_gone RENAME TO job_item');
    expect(status).toBe(200);
    expect([json.jobs, json.keys.opens]).toEqual([null, true]);
  });
});
