import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);

afterAll(() => t.close());

const tokenize = (items: unknown[], as: 'user' | 'support' | 'analyst' = 'user') =>
  t.call('/v1/vault/tokenize', { as, body: { items } });

describe('POST /v1/vault/tokenize', () => {
  it('gives each item a token or an error, in the order given', async () => {
    const { EMAIL, PHONE } = inventPerson();
    const { status, json } = await tokenize([
      { type: 'EMAIL', value: EMAIL },
      { type: 'PHONE', value: 'x'.repeat(2_000_000) },
      { type: 'PHONE', value: PHONE },
      { type: 'EMAIL', value: EMAIL.toUpperCase() },
    ]);
    expect(status).toBe(200);
    expect(json.items[0].token).toMatch(/^\[EMAIL_[0-9A-Z]{10}\]$/);
    expect(json.items[1].error.code).toBe('vault.invalid_item');
    expect(json.items[2].token).toMatch(/^\[PHONE_[0-9A-Z]{10}\]$/);
    expect(json.items[3].token).toBe(json.items[0].token);
  });

  it('refuses a field it does not know, such as a nonce', async () => {
    const { EMAIL } = inventPerson();
    const answer = await tokenize([{ type: 'EMAIL', value: EMAIL, nonce: 'AAAAAAAAAAAAAAAA' }]);
    expect(answer.status).toBe(400);
    expect(answer.json.pointer).toBe('/items/0');
  });

  it('never tells the analyst whether a value is stored: other tokens in every request of his own', async () => {
    const { EMAIL } = inventPerson();
    const stored = (await tokenize([{ type: 'EMAIL', value: EMAIL }])).json.items[0].token;
    const own = (await tokenize([{ type: 'EMAIL', value: EMAIL }], 'analyst')).json.items[0].token;
    expect(own).not.toBe(stored);
  });
});

describe('POST /v1/vault/detokenize', () => {
  it('answers by the caller’s level, and unknown tokens as unresolved', async () => {
    const { EMAIL, IBAN } = inventPerson();
    const { json } = await tokenize([
      { type: 'EMAIL', value: EMAIL },
      { type: 'IBAN', value: IBAN },
    ]);
    const tokens = [...json.items.map((item: { token: string }) => item.token), '[EMAIL_0000000000]'];
    const asked = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens } });
    expect(asked.json.items).toEqual([
      { value: expect.stringMatching(/^[a-z]\*+@example\.com$/), level: 'masked' },
      { level: 'token' },
      { unresolved: true },
    ]);
    const analyst = await t.call('/v1/vault/detokenize', { as: 'analyst', body: { tokens } });
    expect(analyst.json.items).toEqual([{ level: 'token' }, { level: 'token' }, { unresolved: true }]);
  });

  it('refuses what is no token, naming the place', async () => {
    const answer = await t.call('/v1/vault/detokenize', { body: { tokens: ['[EMAIL_0000000000]', 'EMAIL'] } });
    expect(answer.status).toBe(400);
    expect(answer.json.pointer).toBe('/tokens/1');
  });

  it('gives a single-use value once, and an expired one never', async () => {
    const one = inventPerson();
    const items = [
      { type: 'EMAIL', value: one.EMAIL, singleUse: true },
      { type: 'PHONE', value: one.PHONE, expiresAt: new Date(Date.now() - 1_000).toISOString() },
    ];
    const { json } = await tokenize(items);
    const tokens = json.items.flatMap((item: { token?: string }) => item.token ?? []);
    const first = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens: [tokens[0]] } });
    const second = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens: [tokens[0]] } });
    expect(first.json.items[0].level).toBe('masked');
    expect(second.json.items[0]).toEqual({ unresolved: true });
    if (tokens[1]) {
      const expired = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens: [tokens[1]] } });
      expect(expired.json.items[0]).toEqual({ unresolved: true });
    }
  });

  it('refuses a tampered row with 500 and a code, and says nothing of the value', async () => {
    const { EMAIL } = inventPerson();
    const { token } = (await tokenize([{ type: 'EMAIL', value: EMAIL }])).json.items[0];
    await t.testDatabase.admin(
      'UPDATE vault_value SET ciphertext = set_byte(ciphertext, 20, get_byte(ciphertext, 20) # 1) WHERE token = $1',
      [token],
    );
    const answer = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens: [token] } });
    expect(answer.status).toBe(500);
    expect(answer.json.code).toBe('vault.integrity');
    expect(answer.text).not.toContain(EMAIL);
  });
});
