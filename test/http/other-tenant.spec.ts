import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedIdentity } from '#lib/identity';
import { ACTIONS, seedPolicies } from '#lib/policy';
import { routeTable, type ServedRoute } from '../../apps/gateway/src/http/route-table.js';
import { addPrincipal } from '../support/more-principals.js';
import { addStatements } from '../support/policy-statements.js';
import { callRoute, pathOfNothing } from '../support/route-calls.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

/** Stands in everything that the first tenant says, so that nothing of it can turn up unnoticed. */
const MARK = 'alphamark';
const MAIL = `someone@${MARK}.test`;

let t: TestGateway;
let owner: Record<string, string>;
let stranger: Record<string, string>;
let routes: readonly ServedRoute[];
/** What each parameter of a path is called, by what stands before it. */
const ids: Record<string, string> = {};
let token: string;

beforeAll(async () => {
  t = await createTestGateway();
  await seedIdentity(t.testDatabase.database, 'other');
  await seedPolicies(t.testDatabase.database, 'other');
  const owners = { effect: 'allow', principal: { role: 'everything' }, resource: '*' };
  const others = ACTIONS.filter((action) => action !== 'vault:Reveal');
  await addStatements(t, [
    { ...owners, sid: 'DoesEverything', action: others },
    { ...owners, sid: 'SeesEverything', action: ['vault:Reveal'], reveal: 'plain' },
  ]);
  await t.testDatabase.admin(`INSERT INTO role (tenant_id, id, description) SELECT id, 'everything', '' FROM tenant`);
  owner = await addPrincipal(t, { id: 'owner', roles: ['everything'] });
  stranger = await addPrincipal(t, { id: 'stranger', tenantId: 'other', roles: ['everything'] });
  routes = routeTable(t.gateway.app.getHttpAdapter().getInstance()).filter(({ method }) => method !== 'HEAD');
  await furnish();
}, 120_000);

afterAll(() => t.close());

async function make(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await t.call(path, { as: null, method, headers: { ...owner, ...headers }, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** One of each thing that a path can name. */
async function furnish(): Promise<void> {
  const items = [{ type: 'EMAIL', value: MAIL, subject: MARK }];
  token = (await make('POST', '/v1/vault/tokenize', { items })).json.items[0].token;
  ids['subjects/:id'] = MARK;
  const two = [
    { type: 'EMAIL', value: `a@${MARK}.test` },
    { type: 'PHONE', value: '+44 20 7946 0001' },
  ];
  const tokens = (await make('POST', '/v1/vault/tokenize', { items: two })).json.items;
  const proposed = two.map(({ value }, index) => ({ token: tokens[index].token, value, record: MARK }));
  await make('POST', '/v1/subjects/proposals', { items: proposed });
  const proposals = await make('GET', '/v1/subjects/proposals', undefined);
  ids['proposals/:id'] = proposals.json.items[0].id;
  await make('POST', `/v1/subjects/${MARK}/erase/request`, { reason: MARK });

  await make('PUT', `/admin/v1/collections/${MARK}`, {});
  ids['collections/:id'] = MARK;
  const statement = { sid: MARK, effect: 'allow', principal: { role: MARK }, action: ['vault:Join'], resource: '*' };
  const document = { version: '2026-12-01', statements: [statement] };
  await make('POST', `/admin/v1/policies/${MARK}/versions`, { document, note: MARK });
  ids['policies/:policyId'] = MARK;
  ids['versions/:version'] = '1';

  await make('PUT', `/admin/v1/roles/${MARK}`, { description: MARK }, { 'if-none-match': '*' });
  await make('POST', '/admin/v1/principals', { id: MARK, kind: 'user', displayName: MARK });
  ids['principals/:id'] = ids['roles/:id'] = MARK;
  await make('PUT', `/admin/v1/groups/${MARK}`, { roles: [MARK], parents: [], purposes: [MARK], collections: [] });
  ids['groups/:id'] = MARK;
  const key = await make('POST', '/admin/v1/api-keys', { principalId: MARK });
  ids['api-keys/:prefix'] = key.json.prefix;
  const grant = await make('POST', '/admin/v1/grants', {
    principalId: MARK,
    role: MARK,
    reason: MARK,
    durationSeconds: 600,
  });
  ids['grants/:id'] = grant.json.id;

  const executor = { kind: 'http', method: 'GET', url: `https://${MARK}.example/` };
  const settings = { name: MARK, description: MARK, parameters: { type: 'object', properties: {} }, executor };
  await make('POST', '/admin/v1/tools', { settings, credential: MARK });
  ids['tools/:name'] = MARK;
  const chat = { model: 'm', input: `I am ${MAIL}`, store: true };
  const response = await make('POST', '/v1/responses', chat);
  ids['responses/:id'] = response.json.id;
}

const ownedPath = (path: string): string =>
  path.replace(/([\w-]+)\/(:\w+)/g, (whole, kind: string, name: string) => {
    const id = ids[`${kind}/${name}`];
    return id === undefined ? whole : `${kind}/${id}`;
  });

async function rowsOfTheFirst(): Promise<Record<string, string>> {
  const tables = await t.testDatabase.admin<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await t.testDatabase.admin<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' ORDER BY r::text)), '') AS digest
       FROM "${name}" r WHERE tenant_id = 'default'`,
    );
    digests[name] = row!.digest;
  }
  return digests;
}

/** Bodies that name what the first tenant has. */
const bodiesThatName = (): Readonly<Record<string, unknown>> => ({
  'POST /v1/vault/detokenize': { tokens: [token] },
  'POST /v1/vault/bulk/detokenize': { token },
  'POST /v1/vault/search': { type: 'EMAIL', exact: MAIL },
  'POST /v1/privacy/reidentify': { texts: [`Mail ${token}`] },
  'POST /v1/subjects/:id/link': { tokens: [token] },
  'POST /v1/subjects/:id/unlink': { tokens: [token] },
  'POST /v1/subjects/:id/erase': { confirm: MARK },
  'POST /v1/responses': { model: 'm', input: 'Hello', previous_response_id: ids['responses/:id'] },
  'POST /v1/chat/completions': { model: 'm', messages: [{ role: 'user', content: `Repeat ${token}` }] },
});

const QUERIES: Readonly<Record<string, string>> = { '/admin/v1/policies/:policyId/diff': '?from=1&to=1' };

/** Routes that name something the first tenant has. */
const naming = (method: string) =>
  routes.filter((route) => route.method === method && !/:\w+/.test(ownedPath(route.path)) && route.path.includes(':'));

describe('whoever may do everything in another tenant', () => {
  it('finds nothing with these ids, as with ids of nothing; the first tenant’s own people do', async () => {
    const wrong: string[] = [];
    for (const route of naming('GET')) {
      const query = QUERIES[route.path] ?? '';
      const [own, others, unknown] = await Promise.all([
        callRoute(t, route, { headers: owner, at: ownedPath(route.path) + query }),
        callRoute(t, route, { headers: stranger, at: ownedPath(route.path) + query }),
        callRoute(t, route, { headers: stranger, at: pathOfNothing(route.path) + query }),
      ]);
      if (own.status !== 200) wrong.push(`${route.path}: not even the owner: ${own.status}`);
      if (others.status !== unknown.status) wrong.push(`${route.path}: ${others.status}, not ${unknown.status}`);
      if (others.text.includes(MARK)) wrong.push(`${route.path} tells`);
    }
    expect(wrong).toEqual([]);
    expect(naming('GET').length).toBeGreaterThan(8);
  });

  it('reads and changes nothing of the first, by any route, with its ids or its tokens', async () => {
    const before = await rowsOfTheFirst();
    const told: string[] = [];
    const bodies = bodiesThatName();
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      for (const ifMatch of ['"1"', '*']) {
        const headers = { ...stranger, 'if-match': ifMatch };
        const at = pathOfNothing(ownedPath(route.path));
        const { status, text } = await callRoute(t, route, { headers, at, body: bodies[name] });
        // A bare mark is a name that the stranger has given to a thing of his own just now.
        if (text.includes(MAIL) || text.includes(`${MARK}.`)) told.push(`${name} → ${status}`);
      }
    }
    expect(told).toEqual([]);
    expect(await rowsOfTheFirst()).toEqual(before);
    expect((await t.upstream.captured()).bodies.join()).not.toContain(MARK);
  }, 120_000);
});
