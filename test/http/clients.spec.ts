import * as anthropic from '@anthropic-ai/sdk';
import * as genai from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as messages from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import * as ollama from 'ollama';
import * as openai from 'openai';
import { z } from 'zod';
import { upstreamConfig } from '#lib/config';
import { type DemoUpstream, startDemoUpstream } from '#lib/upstream';
import {
  type ClientsContext,
  type ClientsUpstream,
  clientScenarios,
  contextOf,
  startClientsUpstream,
} from '../clients/scenarios/index.mjs';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

// Real clients, unchanged but for base URL and key, in the majors that run on Node 20; the newest ones run the same
// scenarios in test/clients.
const context: Partial<ClientsContext> = {};
let t: TestGateway;
let demo: DemoUpstream;
let upstream: ClientsUpstream;

beforeAll(async () => {
  demo = await startDemoUpstream();
  upstream = await startClientsUpstream(demo.origin);
  t = await createTestGateway({ upstreams: upstream.upstreams.map((one) => upstreamConfig(one)) });
  const keys = Object.fromEntries(Object.entries(t.keys).map(([role, key]) => [role, key.reveal()]));
  Object.assign(context, contextOf({ url: t.url, keys, upstream }));
}, 60_000);

afterAll(async () => {
  await t.close();
  upstream.close();
  await demo.close();
});

/** Not by name: its types lead to sources of a package that are no part of this program. */
const untyped = (name: string): Promise<Record<string, object>> => import(name);
const modules = {
  openai,
  anthropic,
  genai,
  ollama,
  ai: { ai: await untyped('ai'), ...(await untyped('@ai-sdk/openai-compatible')) },
  langchain: { ChatOpenAI, tool, messages, z },
};

describe.each(Object.entries(clientScenarios(modules, context)))('%s', (_, scenarios) => {
  it.each(Object.entries(scenarios))('%s', async (_title, scenario) => {
    await expect(scenario()).resolves.toBeUndefined();
  });
});

describe('all of them together', () => {
  it('have sent no value of anybody to the upstream', () => {
    expect(() => context.nothingLeaked!()).not.toThrow();
  });
});
