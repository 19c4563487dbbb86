import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addStatements } from '../../support/policy-statements.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const folder = resolve(import.meta.dirname, '../../../examples/rag');
const EMAIL = 'marta.kowalczyk@example.org';
const QUESTION = 'How do I reach the tenant with the heating problem?';
let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
  await addStatements(t, [
    {
      sid: 'UsersSeeAddresses',
      effect: 'allow',
      principal: { role: 'user' },
      action: ['vault:Reveal'],
      resource: 'pvg:*:*/EMAIL',
      reveal: 'plain',
    },
  ]);
});

afterAll(() => t.close());

interface Example {
  ingest(key: string, folder: string): Promise<unknown>;
  ask(key: string, index: unknown, question: string, model: string): Promise<string>;
}

describe('the example of retrieval', () => {
  it('finds and answers over tokens, for each role as it may see, and forgets whom is erased', async () => {
    process.env.PVG_URL = t.url;
    const { ingest, ask } = (await import(`${folder}/rag.mjs`)) as Example;
    delete process.env.PVG_URL;
    const keyOf = (role: 'user' | 'analyst') => t.keys[role].reveal();
    const index = await ingest(keyOf('user'), `${folder}/documents`);
    expect(JSON.stringify((index as { memoryVectors: unknown }).memoryVectors)).not.toContain('@example.org');
    await t.upstream.script({ text: 'Write to {{EMAIL}}.' });
    expect(await ask(keyOf('user'), index, QUESTION, 'm')).toBe(`Write to ${EMAIL}.`);
    expect(await ask(keyOf('analyst'), index, QUESTION, 'm')).toMatch(/^Write to \[EMAIL_[0-9A-Z]{10}\]\.$/);
    const { bodies } = await t.upstream.captured();
    expect(bodies.join()).toContain('heating');
    expect(bodies.join()).not.toContain('@example.org');

    const admin = (path: string, body: unknown) => t.call(path, { as: 'admin', body });
    const linked = await t.call('/v1/vault/tokenize', {
      body: { items: [{ type: 'EMAIL', value: EMAIL, subject: 'tenant-4' }] },
    });
    expect(linked.json.items[0].token).toMatch(/^\[EMAIL_/);
    expect((await admin('/v1/subjects/tenant-4/erase', { confirm: 'tenant-4' })).status).toBe(200);
    expect(await ask(keyOf('user'), index, QUESTION, 'm')).toMatch(/^Write to \[EMAIL_[0-9A-Z]{10}\]\.$/);
  }, 60_000);
});
