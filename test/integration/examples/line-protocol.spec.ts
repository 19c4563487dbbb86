import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';
import { root, runNode, startNode } from './run-example.js';

let t: TestGateway;
beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);
afterAll(() => t.close());

const TOKEN = /\[EMAIL_[0-9A-Z]{10}\]/;

describe('the subprocess of Redpanda Connect', () => {
  const text = readFileSync(join(root, 'examples/redpanda-connect/deidentify.yaml'), 'utf8');
  // As the host does before it parses the file: ${NAME:default}.
  const resolved = (env: Record<string, string>) =>
    parse(text.replace(/\$\{(\w+):([^}]*)\}/g, (_, name: string, otherwise: string) => env[name] ?? otherwise));

  it('answers each line before the next is sent, broken ones too, in the order in which they came', async () => {
    const env = { PVG_URL: t.url, PVG_KEY: t.keys.user.reveal() };
    const { subprocess } = resolved(env).pipeline.processors[0];
    expect(subprocess).toMatchObject({ name: 'pvg', codec_send: 'lines', codec_recv: 'lines' });
    const child = startNode([join(root, 'scripts/pvg.mjs'), ...subprocess.args], env);
    const output = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const answerTo = async (line: string): Promise<string> => {
      child.stdin!.write(`${line}\n`);
      return ((await output.next()) as { value: string }).value;
    };
    const { EMAIL } = inventPerson();
    const first = await answerTo(JSON.stringify({ id: 1, text: `Mail ${EMAIL}` }));
    expect(JSON.parse(first)).toEqual({ id: 1, text: expect.stringMatching(TOKEN) });
    for (const broken of [`{"text":"${EMAIL}`, '', '{"id":3}', '[]']) {
      const answer = await answerTo(broken);
      expect(JSON.parse(answer)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
      expect(answer).not.toContain(EMAIL);
    }
    const again = await answerTo(JSON.stringify({ text: EMAIL, id: 5 }));
    expect(JSON.parse(again)).toEqual({ text: TOKEN.exec(first)![0], id: 5 });
    child.stdin!.end();
    expect(await new Promise((done) => child.once('exit', done))).toBe(2);
  }, 120_000);

  it('passes no message on that failed: error records throw, and what failed is dropped', () => {
    const { pipeline, output } = resolved({});
    expect(pipeline.processors[1].mapping).toMatch(/this\.exists\("error"\).*throw/);
    expect(output.switch.cases[0]).toEqual({ check: 'errored()', output: { drop: {} } });
  });
});

describe('the pipe of Spark', () => {
  const readme = readFileSync(join(root, 'examples/spark-pipe/README.md'), 'utf8');
  const [, command = ''] = /\.pipe\("pvg ([^"]+)"/.exec(readme) ?? [];

  it('gives a line for each line of each partition, one token for one value in all of them', async () => {
    const [one, two] = [inventPerson().EMAIL, inventPerson().EMAIL];
    const partitions = [
      [one, two, one].map((text, id) => JSON.stringify({ id, text })),
      [...[two, one].map((text, id) => JSON.stringify({ id, text })), 'no json'],
    ];
    const args = command.replace('https://pvg.example.com', t.url).split(' ');
    const env = { PVG_KEY: t.keys.user.reveal() };
    const runs = await Promise.all(
      partitions.map((lines) => runNode([join(root, 'scripts/pvg.mjs'), ...args], `${lines.join('\n')}\n`, env)),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 2]);
    const [first, second] = runs.map(({ stdout }) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    expect(first!.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(second![2]).toHaveProperty('error.code');
    expect(first![2].text).toBe(first![0].text);
    expect(second!.slice(0, 2).map(({ text }) => text)).toEqual([first![1].text, first![0].text]);
    expect(first![0].text).toMatch(TOKEN);
    expect(first![0].text).not.toBe(first![1].text);
  }, 120_000);
});
