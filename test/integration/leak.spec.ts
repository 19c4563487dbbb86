import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type SeededKeys, seedIdentity } from '#lib/identity';
import { seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../libs/database/src/testing/test-database.js';
import { type CaptureUpstream, startCaptureUpstream } from '../support/capture-upstream.js';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.js';
import { type InventedPerson, inventPerson, promptOf, spellingsOf } from '../support/invented.js';

let testDatabase: TestDatabase;
let keys: SeededKeys;
let home: string;
let upstream: CaptureUpstream;
let gateway: GatewayProcess;
const answers: { readonly role: string; readonly text: string }[] = [];
const planted: InventedPerson[] = [];

beforeAll(async () => {
  [testDatabase, upstream] = await Promise.all([createTestDatabase(), startCaptureUpstream()]);
  keys = (await seedIdentity(testDatabase.database, 'default'))!;
  await seedPolicies(testDatabase.database, 'default');
  home = mkdtempSync(join(tmpdir(), 'pvg-leak-'));
  gateway = await startGatewayProcess({
    PVG_HOME: home,
    DATABASE_URL: testDatabase.url,
    PVG_LOG_LEVEL: 'trace',
    PVG_UPSTREAM_BASE_URL: upstream.baseUrl,
  });
  for (const role of ['user', 'support', 'analyst'] as const) await exercise(role);
}, 90_000);

afterAll(async () => {
  await gateway.stop();
  upstream.close();
  await testDatabase.close();
  rmSync(home, { recursive: true, force: true });
});

/** Every route with planted values, good requests and bad ones. */
async function exercise(role: 'user' | 'support' | 'analyst'): Promise<void> {
  const person = inventPerson();
  planted.push(person);
  const prompt = promptOf(person);
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[role].reveal()}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    answers.push({ role: response.ok ? role : 'nobody', text });
    return text;
  };
  const chat = (messages: unknown[], extra: object = {}) =>
    post('/v1/chat/completions', { model: 'm', messages, ...extra });
  await upstream.script({ text: 'Dear {{PERSON}}, {{EMAIL}}, {{PHONE}}, {{CREDIT_CARD}}, {{IBAN}}' });
  const first = JSON.parse(await chat([{ role: 'user', content: prompt }])) as { choices: [{ message: object }] };
  await chat([{ role: 'user', content: prompt }, first.choices[0].message, { role: 'user', content: 'Go on.' }]);
  await upstream.script({ status: 400, json: { error: { message: `Bad: {{EMAIL}} and {{PERSON}}` } } });
  await chat([{ role: 'user', content: prompt }]);
  await upstream.script({ status: 500, raw: `<html>{{EMAIL}}</html>`, headers: { 'content-type': 'text/html' } });
  await chat([{ role: 'user', content: prompt }], { stream: true });
  await chat([{ role: 'tool', tool_call_id: person.EMAIL, content: 'x' }]);
  await chat([{ role: 'user', content: prompt }], { metadata: { [person.EMAIL]: person.PERSON } });
  await post('/v1/chat/completions', `{"model":"${person.EMAIL}","messages":"${person.EMAIL}"}`);
  await post('/v1/chat/completions', `{"model": ${person.EMAIL}`);
  await post(`/v1/${encodeURIComponent(person.EMAIL)}`, {});
  await chat([{ role: 'user', content: 'hi' }], {});
  await post(
    '/v1/chat/completions',
    { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
    {
      'x-pvg-reason': `asked by ${person.EMAIL}`,
      'x-pvg-conversation': person.EMAIL,
    },
  );
  const deidentified = JSON.parse(await post('/v1/privacy/deidentify', { texts: [prompt] })) as { texts: string[] };
  await post('/v1/privacy/reidentify', { texts: deidentified.texts });
  await post('/v1/privacy/inspect', { texts: [prompt], [person.EMAIL]: 1 });
  await post('/v1/vault/tokenize', {
    items: [
      { type: 'EMAIL', value: person.EMAIL },
      { type: person.EMAIL, value: 'x' },
    ],
  });
  await post('/v1/vault/tokenize', { items: [{ type: 'EMAIL', value: person.EMAIL }] });
  await post('/v1/vault/detokenize', { tokens: [person.EMAIL] });
}

/** Names of the forms of planted values that a text holds. */
function leaksIn(text: string): string[] {
  return planted.flatMap((person) =>
    Object.entries(person).flatMap(([type, value]) =>
      spellingsOf(value).some((form) => text.includes(form)) ? [type] : [],
    ),
  );
}

describe('after every route was used with planted values', () => {
  it('the scan itself finds a value in each of its forms', () => {
    const { EMAIL } = planted[0]!;
    for (const form of [EMAIL, Buffer.from(`xx${EMAIL}yy`).toString('base64'), encodeURIComponent(EMAIL)]) {
      expect(leaksIn(`… ${form} …`)).toContain('EMAIL');
    }
  });

  it('the upstream received none of them', async () => {
    const { bodies, headers } = await upstream.captured();
    expect(bodies.length).toBeGreaterThan(10);
    expect(leaksIn(bodies.join('\n') + JSON.stringify(headers))).toEqual([]);
  });

  it('no table holds one, in any column', async () => {
    const tables = await testDatabase.admin<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const client = new pg.Client({ connectionString: testDatabase.adminUrl });
    await client.connect();
    let size = 0;
    for (const { name } of tables) {
      // As COPY … TO STDOUT writes them, binary columns also as the bytes they hold.
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      const text = rows.map(({ row }) => row).join('\n');
      const bytes = text.replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'));
      size += text.length;
      expect({ name, leaks: leaksIn(text + bytes) }).toEqual({ name, leaks: [] });
    }
    await client.end();
    expect(size).toBeGreaterThan(10_000);
  });

  it('no log line holds one, at the most talkative level', () => {
    const output = gateway.output();
    expect(output.split('\n').length).toBeGreaterThan(30);
    expect(leaksIn(output)).toEqual([]);
  });

  it('no file of the installation holds one', () => {
    const text = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
    expect(leaksIn(text)).toEqual([]);
  });

  it('no refusal quotes one', () => {
    const refusals = answers.filter(({ role }) => role === 'nobody');
    expect(refusals.length).toBeGreaterThan(10);
    // The upstream's own error, restored for the user who supplied the values, is an answer like any other.
    const own = refusals.filter(({ text }) => !text.startsWith('{"error":{"message":"Bad: '));
    expect(leaksIn(own.map(({ text }) => text).join('\n'))).toEqual([]);
  });

  it('the analyst was never shown one', () => {
    const shown = answers.filter(({ role }) => role === 'analyst').map(({ text }) => text);
    expect(leaksIn(shown.join('\n'))).toEqual([]);
  });
});
