import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyErasureCertificate } from '#lib/vault';
import { inventPerson, spellingsOf } from '../../support/invented.js';
import { addPrincipal } from '../../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let officer: Record<string, string>;

beforeAll(async () => {
  t = await createTestGateway();
  officer = await addPrincipal(t, { id: 'officer', roles: ['officer'] });
  const statements = [
    { sid: 'OfficersExport', effect: 'allow', principal: { role: 'officer' }, action: ['vault:Export'], resource: '*' },
    {
      sid: 'OfficersSeeMail',
      effect: 'allow',
      principal: { role: 'officer' },
      action: ['vault:Reveal'],
      resource: 'pvg:*:*/EMAIL',
      reveal: 'plain',
    },
    {
      sid: 'OfficersSeeNoIban',
      effect: 'deny',
      principal: { role: 'officer' },
      action: ['vault:Reveal'],
      resource: 'pvg:*:*/IBAN',
      reveal: 'redacted',
    },
  ];
  for (const statement of statements) {
    await t.testDatabase.admin(
      `UPDATE policy_version SET document = jsonb_insert(document, '{statements,0}', $1) WHERE state = 'active'`,
      [JSON.stringify(statement)],
    );
  }
  await t.testDatabase.admin('UPDATE policy_revision SET revision = revision + 1');
  await new Promise((resolve) => setTimeout(resolve, 700));
}, 120_000);

afterAll(() => t.close());

const admin = (method: string, path: string, body?: unknown) =>
  t.call(`/v1/subjects${path}`, { as: 'admin', method, ...(body !== undefined && { body }) });

async function stored(person: ReturnType<typeof inventPerson>, subject?: string): Promise<string[]> {
  const items = (['EMAIL', 'PHONE', 'IBAN'] as const).map((type) => ({
    type,
    value: person[type],
    ...(subject !== undefined && { subject }),
  }));
  const { json } = await t.call('/v1/vault/tokenize', { body: { items } });
  return json.items.map((item: { token: string }) => item.token);
}

describe('data subjects', () => {
  it('are made, linked, unlinked and listed, by tokens alone', async () => {
    const tokens = await stored(inventPerson());
    expect((await admin('POST', '', { id: 'sub:one' })).status).toBe(201);
    expect((await admin('POST', '', { id: 'sub:one' })).status).toBe(409);
    const linked = await admin('POST', '/sub:one/link', { tokens: [...tokens, '[EMAIL_0000000000]'] });
    expect(linked.json.tokens.toSorted()).toEqual(tokens.toSorted());
    expect((await admin('GET', '/sub:one')).json).toMatchObject({ values: 3, state: 'active', holdReason: null });
    expect((await admin('POST', '/sub:one/unlink', { tokens: [tokens[2]] })).json.tokens).toEqual([tokens[2]]);
    expect((await admin('GET', '?limit=1')).json.items).toHaveLength(1);
    const bad = await admin('POST', '/sub:one/link', { tokens: ['nonsense'] });
    expect([bad.status, bad.json.pointer]).toEqual([400, '/tokens/0']);
  });

  it('are proposed by rules and linked only when somebody confirms', async () => {
    const person = inventPerson();
    const tokens = await stored(person);
    const items = [
      { token: tokens[0], value: person.EMAIL, record: 'row-1' },
      { token: tokens[1], value: person.PHONE, record: 'row-1' },
    ];
    expect((await admin('POST', '/proposals', { items })).json.proposed).toBe(1);
    const { json } = await admin('GET', '/proposals');
    expect(json.items[0]).toMatchObject({ rule: 'same-record', state: 'proposed' });
    const confirmed = await admin('POST', `/proposals/${json.items[0].id}/confirm`, { subjectId: 'sub:two' });
    expect(confirmed.json).toEqual({ subjectId: 'sub:two' });
    expect((await admin('GET', '/sub:two')).json.values).toBe(2);
    expect((await admin('POST', `/proposals/${json.items[0].id}/reject`)).status).toBe(404);
  });

  it('are exported as far as the caller may see each value, and what he may not know is not in the list', async () => {
    const person = inventPerson();
    const [mail, phone] = await stored(person, 'sub:three');
    expect((await admin('GET', '/sub:three/export')).status).toBe(403);
    const get = (query = '') => t.call(`/v1/subjects/sub:three/export${query}`, { as: null, headers: officer });
    const exported = await get();
    expect(exported.json.toSorted((a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1))).toEqual([
      expect.objectContaining({ token: mail, type: 'EMAIL', level: 'plain', value: person.EMAIL }),
      expect.objectContaining({ token: phone, type: 'PHONE', level: 'token', value: null }),
    ]);
    const csv = await get('?format=csv');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(3);
    for (const form of spellingsOf(person.IBAN)) expect(exported.text + csv.text).not.toContain(form);
    const rows = await t.testDatabase.admin<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_event WHERE action = 'subject_values.exported'`,
    );
    expect(rows[0]!.n).toBe(4);
    const missing = await t.call('/v1/subjects/sub:nobody/export', { as: null, headers: officer });
    expect(missing.status).toBe(404);
  });

  it('are erased only when confirmed and not held, at once and with a certificate that verifies', async () => {
    const person = inventPerson();
    const tokens = await stored(person, 'sub:four');
    expect((await admin('PUT', '/sub:four/hold', { reason: 'Litigation' })).json.holdReason).toBe('Litigation');
    const held = await admin('POST', '/sub:four/erase', { confirm: 'sub:four' });
    expect([held.status, held.json.code]).toEqual([409, 'vault.legal_hold']);
    expect((await admin('DELETE', '/sub:four/hold')).json.holdReason).toBeNull();
    expect((await admin('POST', '/sub:four/erase', { confirm: 'sub:five' })).status).toBe(400);
    const erased = await admin('POST', '/sub:four/erase', { confirm: 'sub:four' });
    expect(erased.status).toBe(200);
    const key = (await admin('GET', '/certificate-key')).json;
    expect(key).not.toHaveProperty('d');
    expect(await verifyErasureCertificate(erased.json.jws, key)).toMatchObject({ stage: 'live', valuesErased: 3 });
    const read = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens } });
    expect(read.json.items).toEqual([{ unresolved: true }, { unresolved: true }, { unresolved: true }]);
    const early = await admin('POST', '/sub:four/erase/complete', {});
    expect([early.status, early.json.code]).toEqual([409, 'resource.conflict']);
    const complete = await admin('POST', '/sub:four/erase/complete', { backupsExpired: true });
    expect(complete.json.statement).toMatchObject({ stage: 'backups', because: 'backups-expired' });
    const rows = await t.testDatabase.admin<{ action: string }>(
      `SELECT action FROM audit_event WHERE resource_id = 'sub:four' ORDER BY sequence`,
    );
    const actions = rows.map(({ action }) => action);
    expect(actions.indexOf('subject_erasure.requested')).toBeLessThan(actions.indexOf('subject.erased'));
  });

  it('are erased by another person than the one who asked', async () => {
    await stored(inventPerson(), 'sub:five');
    const asked = await admin('POST', '/sub:five/erase/request');
    expect([asked.status, asked.json.state, asked.json.erasureRequestedBy]).toEqual([202, 'active', 'admin']);
    const self = await admin('POST', '/sub:five/erase', { confirm: 'sub:five' });
    expect([self.status, self.json.code]).toEqual([403, 'policy.denied']);
    const second = await addPrincipal(t, { id: 'second', roles: ['admin'] });
    const erased = await t.call('/v1/subjects/sub:five/erase', {
      as: null,
      headers: second,
      body: { confirm: 'sub:five' },
    });
    expect(erased.status).toBe(200);
    await stored(inventPerson(), 'sub:six');
    await admin('POST', '/sub:six/erase/request');
    const withdrawn = await admin('DELETE', '/sub:six/erase/request');
    expect([withdrawn.status, withdrawn.json.erasureRequestedBy]).toEqual([200, null]);
    expect((await admin('POST', '/sub:six/erase', { confirm: 'sub:six' })).status).toBe(200);
  });

  it('are nobody’s business without the right, whether they exist or not', async () => {
    for (const id of ['sub:one', 'sub:nobody']) {
      for (const as of ['user', 'support', 'analyst'] as const) {
        expect((await t.call(`/v1/subjects/${id}`, { as })).status).toBe(403);
        const body = { confirm: id };
        expect((await t.call(`/v1/subjects/${id}/erase`, { as, body })).status).toBe(403);
      }
    }
  });
});
