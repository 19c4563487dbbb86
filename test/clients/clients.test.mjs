// The newest majors of the clients, unchanged, against the gateway as users start it. The majors for older versions of Node
// run the same scenarios in test/http/clients.spec.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as anthropic from '@anthropic-ai/sdk';
import * as genai from '@google/genai';
import * as messages from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import * as ai from 'ai';
import * as ollama from 'ollama';
import * as openai from 'openai';
import { z } from 'zod';
import { GATEWAY, startListening, stop } from '../../scripts/gateway-process.mjs';
import { clientScenarios, contextOf, startClientsUpstream } from './scenarios/index.mjs';

let folder;
const t = {};
const children = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-clients-'));
  const demo = startListening('scripts/demo/capture-upstream.mjs', { args: [join(folder, 'demo.txt')] });
  children.push(demo.child);
  const upstream = await startClientsUpstream(await demo.listening);
  const config = join(folder, 'pvg.yaml');
  writeFileSync(config, JSON.stringify({ upstreams: upstream.upstreams }));
  const home = join(folder, 'home');
  const settings = { PVG_HOME: home, PVG_CONFIG: config, PVG_PORT: '0', PVG_LOG_LEVEL: 'fatal', DATABASE_URL: '' };
  const gateway = startListening(GATEWAY, { env: { ...process.env, ...settings } });
  children.push(gateway.child);
  const url = await gateway.listening;
  const keys = JSON.parse(readFileSync(join(home, 'dev-keys.json'), 'utf8'));
  Object.assign(t, contextOf({ url, keys, upstream }));
});

after(async () => {
  t.upstream?.close();
  await Promise.all(children.map(stop));
  rmSync(folder, { recursive: true, force: true });
});

const modules = {
  openai,
  anthropic,
  genai,
  ollama,
  ai: { ai, createOpenAICompatible },
  langchain: { ChatOpenAI, tool, messages, z },
};

for (const [name, scenarios] of Object.entries(clientScenarios(modules, t)))
  describe(name, () => {
    for (const [title, scenario] of Object.entries(scenarios)) test(title, scenario);
  });

test('no value of anybody reached the upstream', () => t.nothingLeaked());
