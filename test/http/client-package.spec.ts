import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packClient } from '../../scripts/client-package.mjs';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const guide = readFileSync(join(root, 'docs/guides/client.md'), 'utf8');
const snippets = [...guide.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```js\n([\s\S]*?)^```/gm)].map(
  ([, title, code]) => ({ title: title!, code: code! }),
);

let t: TestGateway;
let folder: string;
let packed: { readonly files: readonly { readonly path: string }[] };

beforeAll(async () => {
  t = await createTestGateway({ workerConcurrency: 1 });
  folder = mkdtempSync(join(tmpdir(), 'pvg-client-package-'));
  const built = await packClient(join(folder, 'built'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, built], { cwd: folder });
  const [pack] = JSON.parse(stdout) as (typeof packed & { filename: string })[];
  packed = pack!;
  writeFileSync(join(folder, 'package.json'), '{"name":"user","private":true,"type":"module"}');
  const tarball = join(folder, pack!.filename);
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=peer'];
  await run('npm', ['install', ...quiet, tarball], { cwd: folder });
  // What a user of these has installed anyway.
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@langchain', 'zod', '@types/node', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}, 180_000);

afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

async function plainNode(code: string): Promise<string> {
  const file = join(folder, 'snippet.mjs');
  writeFileSync(file, code);
  const env = { PATH: process.env.PATH, PVG_URL: t.url, PVG_KEY: t.keys.user.reveal() };
  return (await run(process.execPath, [file], { cwd: folder, env })).stdout;
}

describe('the client package', () => {
  it('holds what it needs and neither sources nor tests', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
    expect(paths.filter((path) => /spec|\.ts$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('needs nothing else to be installed', async () => {
    const installed = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: object };
    expect(Object.keys(installed.packages)).toEqual(['', 'node_modules/@pvg/client']);
  });

  it('gives a program its types: a field that the gateway does not have does not compile', async () => {
    const program = (item: string): string => `
      import { PvgClient, type Job } from '@pvg/client';
      import { PvgDocumentTransformer } from '@pvg/client/langchain';
      import { PvgTransform } from '@pvg/client/llamaindex';
      import { defineTool } from '@pvg/client/tools';
      const client = new PvgClient({ url: '', key: '' });
      export const tokens = client.vault.tokenize([${item}]);
      export const since = async (): Promise<number> =>
        (await client.privacy.deidentify({ json: { since: 2019 } })).json.since;
      export const done = (job: Job): number => job.itemsDone;
      export const all = [new PvgDocumentTransformer({ client }), new PvgTransform({ client }), defineTool];
    `;
    writeFileSync(join(folder, 'good.ts'), program(`{ type: 'EMAIL', value: '' }`));
    writeFileSync(join(folder, 'bad.ts'), program(`{ type: 'EMAIL', values: '' }`));
    const settings = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const compiler = [join(root, 'node_modules/typescript/bin/tsc'), ...settings, '--skipLibCheck'];
    const failure = await run(process.execPath, [...compiler, 'good.ts', 'bad.ts'], { cwd: folder }).catch(
      (error: { stdout: string }) => error.stdout,
    );
    expect(failure).toMatch(/^bad\.ts\(7,\d+\): error TS\d+: .*'values'/);
    expect(
      String(failure)
        .trim()
        .split('\n')
        .filter((line) => /error TS/.test(line)),
    ).toHaveLength(1);
  }, 120_000);
});

describe('docs/guides/client.md', () => {
  const EXPECTED: Readonly<Record<string, readonly RegExp[]>> = {
    'Texts, JSON, messages': [/PERSON 5-19/, /EMAIL \d+/, /Mail \[EMAIL_\w{10}\] or call \[PHONE_\w{10}\] 2\n2019/],
    Vault: [/^true vault\.invalid_item\n\w+\n$/],
    Documents: [/name,email\n\[PERSON_\w{10}\],\[EMAIL_\w{10}\]\n/, /csv \{ '': \{/],
    Jobs: [
      /finished 1 1\n1 a\.txt done undefined\n2 broken\.json failed document\.unreadable\nMail \[EMAIL_\w{10}\]\n/,
    ],
    Errors: [/^request\.invalid 400 \/as \S+\n$/],
    'LangChain.js: redact, then split': [/\[PERSON_\w{10}\] wrote from \[EMAIL_\w{10}\]\./, /'\[PERSON_\w{10}\]'/],
  };

  it('has a snippet for each part', () => {
    expect(snippets.map(({ title }) => title)).toEqual(Object.keys(EXPECTED));
  });

  it.each(snippets)(
    'the snippet of "$title" works as printed',
    async ({ title, code }) => {
      const printed = await plainNode(code);
      for (const expected of EXPECTED[title]!) expect(printed).toMatch(expected);
      expect(printed).not.toContain('maria@example.com');
    },
    60_000,
  );
});
