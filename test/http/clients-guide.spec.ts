import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

const root = resolve(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guides/clients.md'), 'utf8');
const snippets = [...guide.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```(js|sh)\n([\s\S]*?)^```/gm)].map(
  ([, title, language, code]) => ({ title: title!, language: language!, code: code! }),
);
// Below node_modules, so that a plain node process finds the clients as their users' programs do.
const folder = join(root, 'node_modules/.cache/pvg-guide');
let t: TestGateway;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  t = await createTestGateway({ upstreams: [] });
}, 60_000);

afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('docs/guides/clients.md', () => {
  it('has a snippet for each client', () => {
    expect(snippets).toHaveLength(7);
  });

  it.each(snippets)(
    'the snippet of $title works as printed',
    async ({ language, code }) => {
      const file = join(folder, `snippet.${language === 'js' ? 'mjs' : 'sh'}`);
      writeFileSync(file, code);
      const { stdout } = await promisify(execFile)(language === 'js' ? process.execPath : 'sh', [file], {
        env: { PATH: process.env.PATH, PVG_URL: t.url, PVG_KEY: t.keys.user.reveal() },
      });
      expect(stdout).toContain('Maria Kowalski');
      expect(stdout).toContain('maria@example.com');
    },
    60_000,
  );
});
