import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

const KEYS = '/admin/v1/keys';
const get = () => t.call(KEYS, { as: 'admin' });
const post = (path: string, body?: unknown) =>
  t.call(`${KEYS}/${path}`, { as: 'admin', method: 'POST', ...(body !== undefined && { body }) });

async function whenDone(): Promise<void> {
  for (let i = 0; i < 100; i += 1) {
    const { json } = await t.call(`${KEYS}/rotations`, { as: 'admin' });
    if (json.items.every(({ state }: { state: string }) => state === 'done')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the rotation does not end');
}

describe('keys', () => {
  it('are rotated in the background while every token keeps its value, and retired at zero only', async () => {
    const { EMAIL } = inventPerson();
    const items = [{ type: 'EMAIL', value: EMAIL }];
    const { token } = (await t.call('/v1/vault/tokenize', { body: { items } })).json.items[0];
    const masked = () => t.call('/v1/vault/detokenize', { as: 'support', body: { tokens: [token] } });
    const before = (await masked()).json.items[0];
    for (const kind of ['kek', 'data', 'index']) {
      const begun = await post('rotate', { kind });
      expect([begun.status, begun.json.kind]).toEqual([202, kind]);
      await whenDone();
      expect((await masked()).json.items[0]).toEqual(before);
      expect((await t.call('/v1/vault/tokenize', { body: { items } })).json.items[0].token).toBe(token);
    }
    const status = await get();
    expect(status.status).toBe(200);
    const states = status.json.keks.map((kek: { state: string; opens: boolean }) => [kek.state, kek.opens]);
    expect(states).toEqual([
      ['retired', true],
      ['active', true],
    ]);
    const active = await post('keks/2/retire');
    expect([active.status, active.json.code]).toEqual([409, 'resource.conflict']);
    const retired = await post('keks/1/retire');
    expect(retired.json.keks[0]).toMatchObject({ version: 1, state: 'destroyed', opens: null });
    expect((await post('keks/9/retire')).status).toBe(404);
    expect((await masked()).json.items[0]).toEqual(before);
    const rows = await t.testDatabase.admin<{ action: string }>(
      `SELECT action FROM audit_event WHERE action LIKE 'key%' ORDER BY sequence`,
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['key_rotation.begun', 'key_retirement.requested', 'key.retired']),
    );
  });

  it('stop rotating when asked to, and go on when asked to', async () => {
    const begun = (await post('rotate', { kind: 'index' })).json;
    const paused = await post(`rotations/${begun.id}/pause`);
    expect(paused.status).toBe(200);
    expect(['paused', 'done']).toContain(paused.json.state);
    if (paused.json.state === 'paused') expect((await post('rotate', { kind: 'index' })).status).toBe(409);
    const resumed = await post(`rotations/${begun.id}/resume`);
    expect(resumed.status).toBe(202);
    await whenDone();
    expect((await post('rotations/00000000-0000-4000-8000-000000000000/pause')).status).toBe(404);
    expect((await post('rotations/x/pause')).status).toBe(400);
    for (const as of ['user', 'support', 'analyst'] as const) {
      expect((await t.call(`${KEYS}/rotations/${begun.id}/pause`, { as, method: 'POST' })).status).toBe(403);
    }
  });

  it('are shown and changed by nobody without the right, and never as bytes', async () => {
    for (const as of ['user', 'support', 'analyst'] as const) {
      expect((await t.call(KEYS, { as })).status).toBe(403);
      expect((await t.call(`${KEYS}/rotate`, { as, body: {} })).status).toBe(403);
    }
    expect((await get()).text).not.toMatch(/wrapped|canary|[A-Za-z0-9+/]{43}=/);
    expect((await post('rotate', { kind: 'root' })).status).toBe(400);
    expect((await post('rewrap')).json.items).toEqual([]);
  });
});
