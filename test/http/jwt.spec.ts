import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { inventPerson } from '../support/invented.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

const ISSUER = 'https://id.example';
let t: TestGateway;
let provider: Server;
let privateKey: CryptoKey;
let fetches = 0;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  privateKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  provider = createServer((_, response) => {
    fetches += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  t = await createTestGateway({
    jwtIssuers: [
      {
        name: 'corp',
        tenant: 'default',
        issuer: ISSUER,
        audience: 'pvg',
        jwksUri: `http://127.0.0.1:${port}/jwks`,
        attributes: {},
        mfa: { amr: ['mfa'], acr: [] },
      },
    ],
  });
  const put = (path: string, body: unknown) => t.call(path, { as: 'admin', method: 'PUT', body });
  const group = { roles: ['support'], parents: [], purposes: ['*'], collections: ['*'] };
  expect((await put('/admin/v1/groups/desk', group)).status).toBe(204);
  const rule = { issuer: 'corp', claim: 'groups', value: 'service-desk', groups: ['desk'] };
  expect((await put('/admin/v1/claim-rules', rule)).status).toBe(204);
}, 120_000);

afterAll(async () => {
  await t.close();
  provider.close();
});

interface Wanted {
  readonly audience?: string;
  readonly groups?: readonly string[];
  readonly expires?: string;
  readonly kid?: string;
}

function token({ audience = 'pvg', groups = ['service-desk'], expires = '5m', kid = 'one' }: Wanted = {}) {
  return new SignJWT({ groups })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setSubject('jo')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(privateKey);
}

async function storedEmail(): Promise<string> {
  const { EMAIL } = inventPerson();
  const stored = await t.call('/v1/vault/tokenize', { body: { items: [{ type: 'EMAIL', value: EMAIL }] } });
  return stored.json.items[0].token;
}

const detokenize = (vaultToken: string, headers: Record<string, string>) =>
  t.call('/v1/vault/detokenize', { as: null, body: { tokens: [vaultToken] }, headers });

describe('a JWT of a configured issuer', () => {
  it('authenticates, and its claims lead through groups to what the role sees', async () => {
    const stored = await storedEmail();
    const answer = await detokenize(stored, { authorization: `Bearer ${await token()}` });
    expect(answer.json.items).toEqual([{ value: expect.stringContaining('*'), level: 'masked' }]);
    const stranger = await detokenize(stored, { authorization: `Bearer ${await token({ groups: [] })}` });
    expect(stranger.json.items).toEqual([{ unresolved: true }]);
  });

  it('is refused for another audience, past its time, unsigned, or by an unknown key, all alike', async () => {
    const unsigned = new UnsecuredJWT({ groups: ['service-desk'] })
      .setIssuer(ISSUER)
      .setAudience('pvg')
      .setSubject('jo')
      .setExpirationTime('5m')
      .encode();
    const before = fetches;
    const bad = [
      await token({ audience: 'other' }),
      await token({ expires: '-5m' }),
      unsigned,
      await token({ kid: 'x' }),
    ];
    const answers = [];
    for (const one of bad)
      answers.push(await t.call('/v1/models', { as: null, headers: { authorization: `Bearer ${one}` } }));
    expect(answers.map(({ status }) => status).slice(0, 3)).toEqual([401, 401, 401]);
    // While the provider cools down after a fetch of its keys, an unknown key can't be told from a new one.
    expect([401, 503]).toContain(answers[3]!.status);
    expect(fetches - before).toBeLessThanOrEqual(1);
  });
});

describe('x-pvg-subject-token', () => {
  const acting = async (as: 'support' | 'user', subject: string) => ({
    authorization: `Bearer ${t.keys[as].reveal()}`,
    'x-pvg-subject-token': subject,
  });

  it('makes the user the principal, capped by the application, and the audit log names both', async () => {
    const stored = await storedEmail();
    const both = await detokenize(stored, await acting('support', await token()));
    expect(both.json.items[0].level).toBe('masked');
    const capped = await detokenize(stored, await acting('user', await token()));
    expect(capped.json.items[0].level).toBe('token');
    const less = await detokenize(stored, await acting('support', await token({ groups: [] })));
    expect(less.json.items[0]).not.toHaveProperty('value');
    const rows = await t.testDatabase.admin<{ detail: string }>(
      `SELECT detail FROM audit_event WHERE action = 'vault_token.reveal_decided' ORDER BY sequence DESC LIMIT 3`,
    );
    for (const { detail } of rows) {
      expect(detail).toMatch(/corp:jo/);
      expect(detail).toMatch(/"(support|user)"/);
    }
  });

  it('is refused when it is no valid JWT, whatever the application may', async () => {
    const answer = await detokenize(await storedEmail(), await acting('support', 'nonsense'));
    expect([answer.status, answer.json.code]).toEqual([401, 'identity.invalid_credentials']);
  });
});
