import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type AnswerStream, DIALECTS, type LaneFactory, type OpenedBody, readChatRequest } from '#lib/dialects';
import { type Edit, type TextSlot, tokenBodyFrom, vaultToken } from '#lib/kernel';
import { StreamRestorer } from '../../libs/deidentification/src/reidentify-stream/index.js';

interface Row {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows of different shapes, read by the test of each
  readonly request: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly expected: any;
}

const ROWS = JSON.parse(readFileSync(new URL('../fixtures/cases/gateway.json', import.meta.url), 'utf8')) as Row[];

const body = (seed: number): string => tokenBodyFrom(new Uint8Array([seed, 91, 17, 230, 4]));
const KNOWN: Readonly<Record<string, { token: string; value: string }>> = {
  EMAIL1: { token: vaultToken('EMAIL', body(1)), value: 'ana@example.org' },
  PERSON1: { token: vaultToken('PERSON', body(2)), value: 'Ana Ruiz' },
  PERSON2: { token: vaultToken('PERSON', body(3)), value: 'Ivo' },
  PHONE1: { token: vaultToken('PHONE', body(4)), value: '+1 202 555 0101' },
  P1: { token: vaultToken('PERSON', body(5)), value: 'Ann' },
  P3: { token: vaultToken('PERSON', body(6)), value: 'Annabel' },
};
const FOREIGN = vaultToken('EMAIL', body(99));

function restorers(values: Readonly<Record<string, string>> = {}): { open: LaneFactory; made: StreamRestorer[] } {
  const shown = new Map(
    Object.entries(KNOWN).map(([name, { token, value }]) => [token.slice(-11, -1), values[name] ?? value]),
  );
  const made: StreamRestorer[] = [];
  const resolver = {
    types: new Set(['EMAIL', 'PERSON', 'PHONE']),
    resolve: (one: { body: string }) => shown.get(one.body),
  };
  const open: LaneFactory = ({ container }) => {
    made.push(new StreamRestorer(resolver, container));
    return made.at(-1)!;
  };
  return { open, made };
}

/** Puts tokens for `@@EMAIL1@@`; `@@EMAIL1[0:-1]@@` is a part of one, as Python slices. */
function fill(text: string): string {
  return text.replace(/@@(\w+?)(?:\[(-?\d*):(-?\d*)\])?@@/g, (_, name: string, from?: string, to?: string) => {
    const token = name === 'TENANT2_EMAIL' ? FOREIGN : KNOWN[name]!.token;
    return token.slice(from ? Number(from) : 0, to ? Number(to) : undefined);
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const chat = (delta: object, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`;
const stopped = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const named = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;

function run(stream: AnswerStream, parts: readonly string[]): string {
  return parts.map((part) => stream.push(bytes(part))).join('') + stream.end();
}
function runChat(parts: readonly string[], values?: Record<string, string>): string {
  return run(DIALECTS.chatCompletions.stream({ open: restorers(values).open }), parts);
}

interface Delta {
  content?: string;
  reasoning_content?: string;
  reasoning?: string;
  tool_calls?: { function: { arguments: unknown } }[];
  function_call?: { arguments: string };
}
interface ChatEvent {
  choices: { delta: Delta; finish_reason: string | null }[];
  usage?: unknown;
}
const eventsOf = <T>(out: string): T[] =>
  out
    .split('\n\n')
    .filter((block) => block.includes('data: {'))
    .map((block) => JSON.parse(block.slice(block.indexOf('data: ') + 6)) as T);
const joined = (out: string, read: (delta: Delta) => unknown): string =>
  eventsOf<ChatEvent>(out)
    .flatMap((event) => event.choices.map((choice) => read(choice.delta) ?? ''))
    .join('');
const contentOf = (out: string): string => joined(out, (delta) => delta.content);

function answer(text: string): { text: string; counts: { restored: number; unresolved: number; mangled: number } } {
  const { open, made } = restorers();
  const raw = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: text } }] });
  const out = JSON.parse(DIALECTS.chatCompletions.readAnswer(raw).rewrite(open));
  return { text: out.choices[0].message.content as string, counts: made[0]!.counts };
}

function answerArguments(raw: string, values?: Record<string, string>): string {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: raw } };
  const response = JSON.stringify({ choices: [{ index: 0, message: { content: null, tool_calls: [call] } }] });
  const out = JSON.parse(DIALECTS.chatCompletions.readAnswer(response).rewrite(restorers(values).open));
  return out.choices[0].message.tool_calls[0].function.arguments as string;
}

/** Replaces every occurrence of the values in editable slots, as the seam does with findings. */
function sent(opened: OpenedBody, values: readonly string[]): string {
  const edits = new Map<TextSlot, Edit[]>();
  for (const slot of opened.slots) {
    if (slot.mode === 'refuse') continue;
    for (const value of values) {
      const start = slot.text.indexOf(value);
      if (start >= 0) edits.set(slot, [{ start, end: start + value.length, text: '[TOKEN]' }]);
    }
  }
  return opened.splice(edits);
}

const request = (row: Row): OpenedBody => readChatRequest(JSON.stringify(row.request.body));

const COVERED: Readonly<Record<string, (row: Row) => void>> = {
  'gw-001': (row) => {
    const { token } = KNOWN.EMAIL1!;
    for (let cut = 1; cut < token.length; cut += 1) {
      const out = runChat([
        chat({ content: `Hi ${token.slice(0, cut)}` }),
        chat({ content: `${token.slice(cut)}, done` }),
        stopped,
      ]);
      expect(contentOf(out)).toBe(row.expected.client_text);
      expect(out).not.toMatch(/\[E|EMAIL/);
    }
    const parts = (row.request.upstream_stream as string[]).map((text) => chat({ content: fill(text) }));
    expect(contentOf(runChat([...parts, stopped]))).toBe(row.expected.client_text);
  },
  'gw-002': (row) => {
    const parts = (row.request.upstream_stream as string[]).map((text) => chat({ content: fill(text) }));
    expect(contentOf(runChat([...parts, stopped]))).toBe(row.expected.client_text);
  },
  'gw-003': (row) => {
    const parts = (row.request.upstream_stream as string[]).map((text) => fill(text.slice(text.indexOf(': ') + 2)));
    const deltas = parts.map((text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }));
    const raw = deltas.join('') + named('content_block_stop', { index: 0 }) + named('message_stop', {});
    for (const pieces of [[raw], [...raw]]) {
      const out = run(DIALECTS.messages.stream({ open: restorers().open }), pieces);
      const texts = eventsOf<{ delta?: { text: string } }>(out).map((event) => event.delta?.text ?? '');
      expect(texts.join('')).toBe(row.expected.client_text);
    }
  },
  'gw-004': (row) => {
    const out = runChat((row.request.network_chunks as string[]).map(fill));
    const events = eventsOf<Partial<ChatEvent>>(out).filter((event) => event.choices);
    expect(events).toHaveLength(row.expected.events);
    expect(events[0]?.choices?.[0]?.delta.content).toBe(row.expected.client_text);
  },
  'gw-008': () => {
    const raw = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }], usage: { total_tokens: 3 } })}\n\n`;
    expect(runChat([raw])).toBe(raw);
  },
  'gw-013': () => {
    const stream = DIALECTS.messages.stream({ open: restorers().open });
    stream.push(new Uint8Array([0xff, 0x00, 0x0a, 0x0a, 0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0x7b, 0x0a, 0x0a]));
    expect(stream.end()).toContain('event: error');
  },
  'gw-014': () => {
    const spelled = `${KNOWN.PERSON1!.token} met &#91;${KNOWN.PERSON2!.token.slice(1, -1)}&#93;`;
    expect(answer(spelled).text).toBe('Ana Ruiz met Ivo');
    expect(KNOWN.PERSON1!.token).not.toMatch(/[<>&"']/);
  },
  'gw-016': (row) => expect(answer(row.request.upstream_text).text).toBe(row.request.upstream_text),
  'gw-017': () => {
    const { token } = KNOWN.PERSON1!;
    const wrong = token.replace(/.\]$/, token.at(-2) === '0' ? '1]' : '0]');
    expect(answer(`Hello ${wrong}`)).toMatchObject({ text: `Hello ${wrong}`, counts: { restored: 0, mangled: 1 } });
  },
  'gw-018': () => expect(answer(`Dear ${KNOWN.PERSON2!.token}`).text).toBe('Dear Ivo'),
  'gw-021': (row) => expect(answer(row.request.upstream_text).text).toBe(row.request.upstream_text),
  'gw-027': (row) => expect(answer(fill(row.request.upstream_text)).text).toBe(row.expected.client_text),
  'gw-036': (row) => {
    const [call] = row.request.upstream_tool_calls;
    expect(JSON.parse(answerArguments(fill(call.function.arguments)))).toEqual(row.expected.client_arguments);
  },
  'gw-037': (row) => expect(sent(request(row), ['4111111111111111'])).not.toContain('4111111111111111'),
  'gw-039': (row) => {
    const raw = answerArguments(fill(row.request.upstream_arguments), { PERSON1: row.request.value });
    expect(raw).toBe(row.expected.client_arguments_raw);
  },
  'gw-041': () => {
    const inner = JSON.stringify({ cmd: `say "${KNOWN.EMAIL1!.token}"` });
    const text = JSON.stringify({ body: inner });
    const deltas = [...text].map((delta) =>
      named('response.function_call_arguments.delta', { item_id: 'f', output_index: 0, delta }),
    );
    const done = named('response.completed', { response: { output: [] } });
    const out = run(DIALECTS.responses.stream({ open: restorers({ EMAIL1: 'a"b' }).open }), [...deltas, done]);
    const args = eventsOf<{ delta?: string }>(out)
      .map((event) => event.delta ?? '')
      .join('');
    expect(JSON.parse(JSON.parse(args).body)).toEqual({ cmd: 'say "a"b"' });
  },
  'gw-043': (row) => {
    const message = {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: row.request.arguments } }],
    };
    const opened = readChatRequest(JSON.stringify({ model: 'm', messages: [message] }));
    expect(opened.slots.map((slot) => slot.text)).toContain('José / A');
  },
  'gw-046': (row) => {
    const args = `{"to":"${KNOWN.EMAIL1!.token}"}`;
    const parts = [args.slice(0, 12), args.slice(12)].map((part) => chat({ function_call: { arguments: part } }));
    const out = runChat([...parts, stopped]);
    expect(JSON.parse(joined(out, (delta) => delta.function_call?.arguments))).toEqual(
      row.expected.client_arguments_parse_to,
    );
  },
  'gw-047': (row) => {
    const [delta] = JSON.parse(fill(JSON.stringify(row.request.upstream_stream)));
    const [first] = eventsOf<ChatEvent>(runChat([chat(delta), stopped]));
    expect(first?.choices[0]?.delta.tool_calls?.[0]?.function.arguments).toEqual({ to: 'ana@example.org' });
  },
  'gw-048': (row) => {
    const out = sent(request(row), ['ana@example.org']);
    expect(out).not.toContain('ana@example.org');
    expect(JSON.parse(out).messages[2].content).toEqual([{ type: 'text', text: 'ok [TOKEN]' }]);
  },
  'gw-051': (row) => {
    const raw = JSON.stringify(row.request.body);
    expect(sent(DIALECTS.messages.readRequest(raw), ['ana@example.org'])).toBe(
      raw.replace('ana@example.org', '[TOKEN]'),
    );
  },
  'gw-053': (row) => {
    const out = sent(request(row), ['DE89370400440532013000', 'ana@example.org']);
    expect(out).not.toMatch(/DE89|ana@/);
    expect(JSON.parse(out).tools[0].function.parameters.properties.to).toEqual({
      type: 'string',
      enum: ['[TOKEN]'],
      default: '[TOKEN]',
    });
  },
  'gw-057': () => {
    const block = { type: 'thinking', thinking: 'x', signature: 'EqQBCkgIBxABGAIqQ+/==' };
    const opened = DIALECTS.messages.readRequest(
      JSON.stringify({ model: 'm', messages: [{ role: 'assistant', content: [block] }] }),
    );
    // Read, so that nothing hides in it, and never edited.
    const [slot] = opened.slots.filter(({ text }) => text === block.signature);
    expect(slot?.mode).toBe('refuse');
  },
  'gw-058': () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
    const raw = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: [{ type: 'image', source }] }] });
    const opened = DIALECTS.messages.readRequest(raw);
    expect(opened.media).toHaveLength(1);
    expect(opened.splice(new Map())).toBe(raw);
  },
  'gw-060': (row) => expect(answer(fill(row.request.upstream_text)).text).toBe(row.expected.client_text),
  'gw-061': () => expect(answer(FOREIGN)).toMatchObject({ text: FOREIGN, counts: { unresolved: 1, restored: 0 } }),
  'gw-062': () => expect(answer(`old ${FOREIGN.toLowerCase()}`).text).toBe(`old ${FOREIGN.toLowerCase()}`),
  'gw-073': (row) => expect(sent(request(row), ['ana@example.org'])).not.toContain('ana@example.org'),
  'gw-074': (row) => {
    const content = JSON.parse(sent(request(row), ['ana@example.org'])).messages[0].content;
    expect(content[0]).toEqual({ type: 'image_url', image_url: { url: 'https://x.example/a.png' } });
    expect(content[1].text).toBe('[TOKEN]');
  },
  'gw-075': (row) => {
    const out = sent(DIALECTS.responses.readRequest(JSON.stringify(row.request.body)), ['ana@example.org']);
    expect(out).not.toContain('ana@example.org');
  },
  'gw-077': (row) => {
    expect(request(row).media).toHaveLength(1);
    expect(request(row).slots.map((slot) => slot.text)).toContain('Ana');
  },
  'gw-081': (row) => {
    const out = sent(request(row), ['2125551234']);
    expect(JSON.parse(out).response_format.json_schema.schema).toEqual({ const: { phone: '[TOKEN]' } });
  },
  'gw-083': (row) => {
    const deltas = JSON.parse(fill(JSON.stringify(row.request.upstream_stream))) as Delta[];
    const out = runChat([...deltas.map((delta) => chat(delta)), stopped]);
    expect(joined(out, (delta) => delta.reasoning_content)).toBe('Thinking about Ana Ruiz');
  },
  'gw-084': () => {
    const block = { type: 'thinking', thinking: `of ${KNOWN.PERSON1!.token}`, signature: 'EqQ=' };
    const raw = JSON.stringify({ content: [block, { type: 'text', text: KNOWN.PERSON1!.token }] });
    expect(JSON.parse(DIALECTS.messages.readAnswer(raw).rewrite(restorers().open)).content).toEqual([
      block,
      { type: 'text', text: 'Ana Ruiz' },
    ]);
  },
  'gw-086': () => {
    const raw = [
      named('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
      named('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: KNOWN.PERSON1!.token } }),
      named('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'Eq=' } }),
      named('content_block_stop', { index: 0 }),
      named('message_stop', {}),
    ].join('');
    expect(run(DIALECTS.messages.stream({ open: restorers().open }), [raw])).toBe(raw);
  },
  'gw-088': () => {
    const system = [{ type: 'text', text: 'Desk', cache_control: { type: 'ephemeral' } }];
    const opened = DIALECTS.messages.readRequest(JSON.stringify({ model: 'm', system, messages: [] }));
    expect(JSON.parse(opened.splice(new Map(), { preamble: 'Keep.' })).system).toEqual([
      { type: 'text', text: 'Keep.' },
      ...system,
    ]);
  },
  'gw-090': () => {
    const logprobs = { content: [{ token: KNOWN.EMAIL1!.token.slice(0, 4) }] };
    const raw = JSON.stringify({
      choices: [
        { message: { content: KNOWN.EMAIL1!.token }, logprobs },
        { message: { content: 'x' }, logprobs },
      ],
    });
    const out = JSON.parse(DIALECTS.chatCompletions.readAnswer(raw).rewrite(restorers().open));
    expect(out.choices.map((choice: { logprobs: unknown }) => choice.logprobs)).toEqual([null, logprobs]);
  },
  'gw-091': () => {
    const raw = JSON.stringify({
      error: { message: `Invalid content: ${KNOWN.EMAIL1!.token} ...`, param: 'messages' },
    });
    const out = JSON.parse(DIALECTS.chatCompletions.readAnswer(raw).rewrite(restorers().open));
    expect(out.error).toEqual({ message: 'Invalid content: ana@example.org ...', param: 'messages' });
  },
  'gw-120': () => {
    const where = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const out = run(DIALECTS.responses.stream({ open: restorers().open }), [
      named('response.output_text.delta', { ...where, delta: 'a person' }),
      named('response.output_text.done', { ...where, text: 'a person' }),
      named('response.completed', { response: { output: [] } }),
    ]);
    expect(out).toContain(
      'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_1",',
    );
    const deltas = eventsOf<{ delta?: string; item_id?: string }>(out).filter((event) => event.delta !== undefined);
    expect(deltas.map((event) => event.delta)).toEqual(['a ', 'person']);
  },
  'gw-121': () => {
    const cut = KNOWN.EMAIL1!.token.slice(0, 11);
    const last = JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: cut }, finish_reason: 'length' }] });
    const out = runChat([chat({ content: 'To ' }), `data: ${last}\n\n`, 'data: [DONE]\n\n']);
    expect(contentOf(out)).toBe('To ');
    expect(eventsOf<ChatEvent>(out).at(-1)?.choices[0]?.finish_reason).toBe('length');
  },
};

/** Rows that another part of the product keeps, and which. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'gw-006': 'new personal data in answers: the seam, by the collection’s setting',
  'gw-010':
    'a failing detector in a stream: the gateway calls fail(), after which nothing more comes out (chat-stream.spec.ts)',
  'gw-011': 'content encoding: the upstream client; the shape itself: libs/dialects/src/anthropic',
  'gw-012': 'content encoding: the upstream client',
  'gw-022': 'warn, count or fail: the gateway, from the restorer’s counts',
  'gw-024': 'same token in every turn: vault and exchange memory',
  'gw-025': 'same token in every turn: vault and exchange memory',
  'gw-030': 'token issue: the vault',
  'gw-031': 'names in system text: detection; that the text is offered: libs/dialects/src/openai-chat',
  'gw-033': 'overlaps: detection',
  'gw-049': 'a value kept back stays a token: the reveal level; that the JSON stays whole: stream-restorer.spec.ts',
  'gw-052': 'a policy for each tool: tools',
  'gw-055': 'over-masking: detection',
  'gw-063': 'a token matches no detector: detection',
  'gw-064': 'nested tool calls: tools',
  'gw-066': 'retries: upstream',
  'gw-092': 'refusals name types only: the gateway',
  'gw-093': 'logs: the gateway',
  'gw-094': 'logs: the gateway',
  'gw-096': 'logs: the gateway',
  'gw-097': 'logs: the gateway',
  'gw-099': 'no answer is cached; restoring is per caller',
  'gw-100': 'no answer is cached',
  'gw-102': 'concurrency: one exchange holds its own candidates (deidentification)',
  'gw-103': 'concurrency: one exchange holds its own candidates (deidentification)',
  'gw-104': 'no mapping is ever put into a body: splice only edits slots (libs/dialects/src/walk)',
  'gw-105': 'detection fails: the gateway refuses',
  'gw-106': 'remote recognizers time out: outbound',
  'gw-108': 'every model call crosses the seam: Deidentified<T> in upstream',
  'gw-109': 'actions are a closed set: deidentification',
  'gw-113': 'attachments: documents',
  'gw-115': 'MCP results: the MCP surface',
  'gw-116': 'MCP calls: tools',
};

describe('recorded cases of other gateways', () => {
  it('are each a test here or kept elsewhere for a stated reason', () => {
    const listed = [...Object.keys(COVERED), ...Object.keys(ELSEWHERE)].sort();
    expect(listed).toEqual(ROWS.map((row) => row.id).sort());
  });

  const rows = ROWS.filter((row) => COVERED[row.id]).map((row) => [row.id, row] as const);
  it.each(rows)('%s', (id, row) => {
    COVERED[id]!(row);
  });
});
