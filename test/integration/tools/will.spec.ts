import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const folder = resolve(import.meta.dirname, '../../../examples/will');
const VALUES = ['susan.whitfield@example.org', 'GB33BUKB20201555555555', 'Whitfield', 'Orchard Lane'];
let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
});

afterAll(() => t.close());

async function summaryFor(role: 'user' | 'support' | 'analyst'): Promise<string> {
  await t.upstream.script({ text: 'The house goes to the daughter ({{EMAIL}}); a sum is paid from {{IBAN}}.' });
  const env = { PVG_URL: t.url, PVG_KEY: t.keys[role].reveal(), PVG_MODEL: 'm' };
  const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/summarise.mjs`], { env });
  return stdout.trim();
}

describe('the example of the will', () => {
  it('holds what it is about', () => {
    const will = readFileSync(`${folder}/will.txt`, 'utf8');
    for (const value of VALUES) expect(will).toContain(value);
  });

  it('shows each role what it may see, and the model tokens', async () => {
    expect(await summaryFor('user')).toBe(
      'The house goes to the daughter (susan.whitfield@example.org); a sum is paid from GB33BUKB20201555555555.',
    );
    const support = await summaryFor('support');
    expect(support).not.toContain('susan.whitfield@');
    expect(support).toMatch(/\[IBAN_[0-9A-Z]{10}\]/);
    expect(await summaryFor('analyst')).toMatch(
      /^The house goes to the daughter \(\[EMAIL_[0-9A-Z]{10}\]\); .*\[IBAN_/,
    );
    const { bodies } = await t.upstream.captured();
    expect(bodies).toHaveLength(3);
    for (const value of VALUES) expect(bodies.join()).not.toContain(value);
  });
});
