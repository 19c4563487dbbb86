import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TextDialectName, toolConfig, upstreamConfig } from '#lib/config';
import { ToolRegistry } from '#lib/tools';
import { json, type ScriptedServer, startScriptedServer } from '../../../libs/upstream/src/testing/scripted-server.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const EMAIL = 'marta.kowalczyk@example.org';
const DIALECTS: readonly TextDialectName[] = [
  'hermes',
  'qwen',
  'llama3',
  'chatglm3',
  'react',
  'mistral',
  'deepseek',
  'react-act',
  'react-thought',
];

let t: TestGateway;
let model: ScriptedServer;

beforeAll(async () => {
  model = await startScriptedServer();
  const upstreams = DIALECTS.map((dialect) =>
    upstreamConfig({
      name: dialect,
      api: 'completions',
      dialect,
      baseUrl: model.origin,
      models: [dialect],
      trust: 'public',
    }),
  );
  const tools = [
    toolConfig({
      name: 'interpreter',
      executor: { kind: 'python', state: 'conversation' },
      timeoutMs: 60_000,
      outputCharsMax: 120,
    }),
    toolConfig({
      name: 'finish',
      description: 'Ends with the verdict.',
      parameters: { type: 'object', properties: { verdict: { type: 'string' } }, required: ['verdict'] },
      executor: { kind: 'finish' },
    }),
  ];
  t = await createTestGateway({ upstreams, tools });
  const registry = t.gateway.app.get(ToolRegistry, { strict: false });
  registry.provide({
    name: 'find',
    parameters: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
    run: ({ email }) => ({ owner: EMAIL, asked: String(email) }),
  });
  const page = ['Ada Lovelace wrote the first program.', 'She died in London in 1852.'];
  registry.provide({
    name: 'search',
    parameters: { type: 'object', properties: { entity: { type: 'string' } }, required: ['entity'] },
    policy: { results: { '': { mode: 'trusted' } } },
    run: ({ entity }) => (String(entity).includes('Lovelace') ? page[0]! : `Could not find ${String(entity)}.`),
  });
  registry.provide({
    name: 'lookup',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    policy: { results: { '': { mode: 'trusted' } } },
    run: ({ text }) => page.find((line) => line.includes(String(text))) ?? 'No more results.',
  });
}, 120_000);

afterAll(async () => {
  await t.close();
  await model.close();
});

const completion = (text: string) =>
  json({
    id: 'x',
    choices: [{ index: 0, text, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2 },
  });

/** Runs a question with what the model writes turn by turn; a function makes its text of the prompt it was given. */
async function run(
  dialect: string,
  turns: readonly (string | ((prompt: string) => string))[],
  tools: readonly string[],
  input = `Who owns ${EMAIL}?`,
) {
  const before = model.bodies.length;
  model.script(
    ...turns.map(
      (turn) =>
        (
          response: Parameters<ReturnType<typeof json>>[0],
          body: string,
          incoming: Parameters<ReturnType<typeof json>>[2],
        ) => {
          const { prompt } = JSON.parse(body) as { prompt: string };
          completion(typeof turn === 'string' ? turn : turn(prompt))(response, body, incoming);
        },
    ),
  );
  const answer = await t.call('/v1/agents/run', { body: { model: dialect, input, tools } });
  const prompts = model.bodies.slice(before).map((body) => (JSON.parse(body) as { prompt: string }).prompt);
  for (const prompt of prompts) expect(prompt).not.toContain(EMAIL);
  return { answer, prompts };
}

const tokenIn = (prompt: string): string => /\[EMAIL_[0-9A-Z]{10}\]/.exec(prompt)![0];

describe('a text model in the loop', () => {
  it.each<[string, (token: string) => string, RegExp]>([
    [
      'hermes',
      (token) => `<tool_call>\n{"name": "find", "arguments": {"email": "${token}"}}\n</tool_call>`,
      /<tool_response>/,
    ],
    [
      'qwen',
      (token) => `<tool_call>\n{"name": "find", "arguments": {"email": "${token}"}}\n</tool_call>`,
      /<tool_response>/,
    ],
    [
      'llama3',
      (token) => `{"name": "find", "parameters": {"email": "${token}"}}`,
      /<\|start_header_id\|>ipython<\|end_header_id\|>/,
    ],
    ['chatglm3', (token) => `find\n\`\`\`python\ntool_call(email='${token}')\n\`\`\``, /<\|observation\|>/],
    ['react', (token) => ` I look it up.\nAction: find\nAction Input: {"email": "${token}"}\n`, /Observation: /],
    ['mistral', (token) => `[TOOL_CALLS][{"name": "find", "arguments": {"email": "${token}"}}]`, /TOOL_RESULTS/],
  ])('%s calls a tool and goes on with what came of it', async (dialect, call, observed) => {
    const last = dialect === 'react' ? ' I know.\nFinal Answer: It is hers.' : 'It is hers.';
    const { answer, prompts } = await run(dialect, [(prompt) => call(tokenIn(prompt)), last], ['find']);
    expect(answer.json).toMatchObject({ status: 'answered', usage: { steps: 2 } });
    expect(answer.json.output).toContain('It is hers.');
    expect(prompts[1]).toMatch(observed);
    const observation = answer.json.trace.find(({ type }: { type: string }) => type === 'observation');
    expect(observation).toMatchObject({ tool: 'find', status: 'ok' });
    expect(prompts[1]!.split(tokenIn(prompts[0]!)).length).toBeGreaterThan(3);
  });

  it('llama3 writes code, sees its output as ipython, and goes on', async () => {
    const { answer, prompts } = await run(
      'llama3',
      ['<|python_tag|>n = 7919\nprint(all(n % d for d in range(2, 89)))<|eom_id|>', 'Yes, it is prime.'],
      ['interpreter'],
      'Is 7919 prime?',
    );
    expect(answer.json).toMatchObject({ status: 'answered', output: 'Yes, it is prime.' });
    expect(prompts[0]).toContain('Environment: ipython');
    expect(prompts[1]).toMatch(/<\|eom_id\|><\|start_header_id\|>ipython<\|end_header_id\|>\s+\{"output": "True"\}/);
  }, 90_000);

  it('chatglm3 runs its interpreter: long results are cut, a picture is the word for one', async () => {
    const code = (text: string) => `interpreter\n\`\`\`python\n${text}\n\`\`\``;
    const { answer, prompts } = await run(
      'chatglm3',
      [code("print('x' * 5000)"), code("open('plot.png', 'wb').write(bytes([137, 80, 255]))\nNone"), 'There it is.'],
      ['interpreter'],
      'Draw a plot',
    );
    expect(answer.json).toMatchObject({ status: 'answered', output: 'There it is.' });
    expect(prompts[1]).toMatch(/<\|observation\|>\nx{50,}/);
    expect(prompts[1]!.length).toBeLessThan(prompts[0]!.length + 700);
    expect(prompts[2]).toContain('<|observation|>\n[Image]');
  }, 90_000);
});

describe('a claim is checked with search, lookup and finish', () => {
  const claim = 'Claim: Ada Lovelace died in London.';
  const tools = ['search', 'lookup', 'finish'];

  it('in thought and action', async () => {
    const { answer, prompts } = await run(
      'react',
      [
        ' I need her page.\nAction: search[Ada Lovelace]\n',
        ' Where did she die?\nAction: lookup[died]\n',
        ' London, so it holds.\nAction: finish[SUPPORTS]\n',
      ],
      tools,
      claim,
    );
    expect(answer.json).toMatchObject({ status: 'answered', output: 'SUPPORTS' });
    expect(prompts[1]).toContain('Observation: Ada Lovelace wrote the first program.');
    expect(prompts[2]).toContain('Observation: She died in London in 1852.');
    const types = answer.json.trace.map(({ type }: { type: string }) => type);
    expect(types.slice(0, 3)).toEqual(['thought', 'action', 'observation']);
  });

  it('in action alone', async () => {
    const { answer, prompts } = await run(
      'react-act',
      [' search[Ada Lovelace]\n', ' lookup[died]\n', ' finish[SUPPORTS]\n'],
      tools,
      claim,
    );
    expect(answer.json).toMatchObject({ status: 'answered', output: 'SUPPORTS' });
    expect(prompts[0]).not.toContain('Thought');
    expect(answer.json.trace.map(({ type }: { type: string }) => type)).not.toContain('thought');
  });

  it('in thought alone', async () => {
    const { answer, prompts } = await run(
      'react-thought',
      [' She died in London in 1852.\nFinal Answer: SUPPORTS'],
      tools,
      claim,
    );
    expect(answer.json).toMatchObject({ status: 'answered', output: 'SUPPORTS', usage: { steps: 1 } });
    expect(prompts[0]).not.toContain('Action');
  });
});
