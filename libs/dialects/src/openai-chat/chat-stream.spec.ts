import { describe, expect, it } from '@jest/globals';
import type { StreamOptions } from '../stream/rewriting-stream.js';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { ChatStream } from './chat-stream.js';

const values = { P: 'Ana "A" Ruiz 😀', E: 'ana@x.org' };

const make = (options: Partial<StreamOptions> = {}) => new ChatStream({ open: fakeLanes(values).open, ...options });

function run(stream: string, options: Partial<StreamOptions> = {}): string {
  return runCut(() => make(options), new TextEncoder().encode(stream), []);
}

interface Delta {
  content?: string | null;
  reasoning_content?: string;
  tool_calls?: { index: number; function?: { name?: string; arguments?: unknown }; custom?: { input?: string } }[];
  function_call?: { arguments?: string };
}
interface Event {
  id?: string;
  choices?: { index: number; delta: Delta; finish_reason?: string | null; logprobs?: unknown }[];
  error?: { message: string; code?: string };
  usage?: unknown;
}

const events = (out: string): Event[] =>
  out
    .split(/\r?\n\r?\n/)
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice(6)) as Event);

/** What a client joins from the deltas, lane by lane. */
function lanesOf(out: string): Record<string, string> {
  const lanes: Record<string, string> = {};
  const add = (lane: string, text: unknown): void => {
    if (typeof text === 'string' && text !== '') lanes[lane] = (lanes[lane] ?? '') + text;
  };
  for (const event of events(out)) {
    for (const { index, delta } of event.choices ?? []) {
      add(`${index}/content`, delta.content);
      add(`${index}/reasoning`, delta.reasoning_content);
      add(`${index}/function_call`, delta.function_call?.arguments);
      for (const call of delta.tool_calls ?? []) {
        add(`${index}/call/${call.index}`, call.function?.arguments);
        add(`${index}/custom/${call.index}`, call.custom?.input);
      }
    }
  }
  return lanes;
}

const chunk = (delta: object, rest: object = {}, index = 0): string =>
  `data: ${JSON.stringify({ id: 'c', model: 'm', created: 1, choices: [{ index, delta, finish_reason: null, ...rest }] })}\n\n`;
const DONE = 'data: [DONE]\n\n';
const call = (text: string, index = 0, name?: string) => ({
  tool_calls: [
    {
      index,
      ...(name && { id: `call_${index}`, type: 'function' }),
      function: { ...(name && { name }), arguments: text },
    },
  ],
});

describe('Chat Completions stream', () => {
  it('gives the same bytes for every cut, every pair of cuts and random splits', () => {
    const stream = [
      ': hi\n\n',
      'data: {"id":"c","choices":[{"index":0,"delta":{"content":"é <<"}}]}\n\n',
      'data: {"choices":[{"index":0,"delta":{"content":"P>>, \\ud83d"}},{"index":1,"delta":{"content":"<<E"}}]}\r\n\r\n',
      'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\\"a\\":\\"<<P"}}]}}]}\n\n',
      'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":">>\\"}"}}]},"finish_reason":"x"}]}\n\n',
      'data: {"choices":[{"index":1,"delta":{},"finish_reason":"y"}]}\n\n',
      DONE,
    ].join('');
    const pairsOf =
      'data: {"choices":[{"index":0,"delta":{"content":"é<<"}}]}\r\n\r\n' +
      'data: {"choices":[{"index":0,"delta":{"content":"P>>","tool_calls":[{"index":0,"function":{"arguments":"\\"<<E"}}]}}]}\n\n' +
      'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"function":{"arguments":">>"}}]},"finish_reason":"x"}]}\n\n';
    const whole = expectChunkInvariance(() => make(), { stream, pairsOf });
    expect(lanesOf(whole)).toEqual({
      '0/content': 'é Ana "A" Ruiz 😀, \ud83d',
      '1/content': '<<E',
      '0/call/0': JSON.stringify({ a: values.P }),
    });
  });

  it('passes on everything but the texts, byte for byte', () => {
    const stream =
      ': keep-alive\r\n\r\nevent: x\nid: 7\nretry: 10\ndata: {"id":"c", "choices":[ ],"usage":{"n":1.50}}\n\n' +
      'data: {"object":"unknown","text":"<<P>>"}\n\ndata:{"choices":[{"index":0,"delta":{"role":"assistant","content":"","x":[]}}]}\n\n' +
      'data: {"choices":[{"index":0,"delta":{"content":"caf\\u00e9"},"logprobs":null,"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    expect(run(stream)).toBe(stream);
  });

  it('delivers content, finish reason and usage of one event together', () => {
    const stream =
      chunk({ content: 'a <<' }) + chunk({ content: 'P' }, { finish_reason: 'length', usage: { n: 1 } }) + DONE;
    const out = run(stream);
    expect(lanesOf(out)).toEqual({ '0/content': 'a <<P' });
    expect(events(out).map((event) => event.choices?.[0]?.finish_reason)).toEqual([null, 'length']);
    expect(out).toContain('"usage":{"n":1}');
  });

  it('makes an event of the same answer for held text whose lane has no event at the finish', () => {
    const stream = chunk({ content: 'a <<P' }) + chunk({}, { finish_reason: 'stop' }) + DONE;
    const all = events(run(stream));
    expect(all[1]).toEqual({
      id: 'c',
      model: 'm',
      created: 1,
      choices: [{ index: 0, delta: { content: '<<P' }, finish_reason: null }],
    });
    expect(all[2]?.choices?.[0]?.finish_reason).toBe('stop');
    const tool = run(chunk(call('<<P', 3, 'f')) + chunk({ function_call: { arguments: '<<E' } }) + DONE);
    expect(
      events(tool)
        .slice(2)
        .map((event) => event.choices?.[0]?.delta),
    ).toEqual([
      { tool_calls: [{ index: 3, function: { arguments: '<<P' } }] },
      { function_call: { arguments: '<<E' } },
    ]);
  });

  it('keeps interleaved calls, choices and reasoning apart', () => {
    const stream =
      chunk({ reasoning_content: 'think <<' }) +
      chunk({ reasoning_content: 'P>>' }) +
      chunk({ content: 'c<<P' }, {}, 1) +
      chunk(call('{"a":"<<P', 0, 'f')) +
      chunk(call('{"b":"<<', 1, 'g')) +
      chunk(call('>>"}', 0)) +
      chunk(call('E>>"}', 1)) +
      chunk({ content: '>>' }, {}, 1) +
      chunk({}, { finish_reason: 'tool_calls' }) +
      chunk({}, { finish_reason: 'stop' }, 1) +
      DONE;
    expect(lanesOf(run(stream))).toEqual({
      '0/reasoning': `think ${values.P}`,
      '0/call/0': JSON.stringify({ a: values.P }),
      '0/call/1': JSON.stringify({ b: values.E }),
      '1/content': `c${values.P}`,
    });
  });

  it('gives what reasoning holds back before content begins', () => {
    const out = run(
      chunk({ reasoning_content: 'x <<' }) + chunk({ content: 'y' }) + chunk({}, { finish_reason: 'stop' }) + DONE,
    );
    expect(events(out).map((event) => event.choices![0]!.delta)).toEqual([
      { reasoning_content: 'x ' },
      { reasoning_content: '<<' },
      { content: 'y' },
      {},
    ]);
  });

  it('leaves arguments that come as an object an object', () => {
    const delta = { tool_calls: [{ index: 0, function: { name: 'f', arguments: { to: '<<E>>', n: 1 } } }] };
    const out = events(run(chunk(delta) + chunk({}, { finish_reason: 'stop' }) + DONE));
    expect(out[0]?.choices?.[0]?.delta.tool_calls?.[0]?.function?.arguments).toEqual({ to: values.E, n: 1 });
  });

  it('drops log probabilities of changed text only', () => {
    const probs = { logprobs: { content: [{ token: 'x' }] } };
    const out = events(
      run(
        chunk({ content: 'x' }, probs) +
          chunk({ content: '<<' }, probs) +
          chunk({ content: 'P>>' }, { ...probs, finish_reason: 'stop' }) +
          DONE,
      ),
    );
    expect(out.map((event) => event.choices?.[0]?.logprobs)).toEqual([probs.logprobs, null, null]);
  });

  it('writes into JSON content as JSON when the request asked for it', () => {
    const stream = chunk({ content: '{"n":"<<P' }) + chunk({ content: '>>"}' }, { finish_reason: 'stop' }) + DONE;
    expect(JSON.parse(lanesOf(run(stream, { jsonAnswer: true }))['0/content']!)).toEqual({ n: values.P });
  });

  it('ends a cut stream with what is held and an error event, and shows no half event', () => {
    for (const tail of [
      '',
      'data: {"choices":[{"index":0,"del',
      'data: {"choices":[{"index":0,"delta":{"content":"z"}}]}',
    ]) {
      const out = run(chunk({ content: 'a <<P' }) + tail);
      expect(lanesOf(out)['0/content']).toBe(tail.endsWith(']}') ? 'a <<Pz' : 'a <<P');
      expect(events(out).at(-1)?.error).toMatchObject({ code: 'upstream_cut', type: 'upstream_error' });
      expect(out).not.toContain('"del\n');
    }
    expect(events(run(''))).toEqual([{ error: expect.objectContaining({ code: 'upstream_cut' }) }]);
  });

  it('takes an end without [DONE] as an end once every choice has finished', () => {
    const stream = chunk({ content: 'a' }, { finish_reason: 'stop' });
    expect(run(stream)).toBe(stream);
    expect(run(stream.trimEnd())).toBe(stream);
  });

  it('rewrites an error event of the upstream and adds none of its own', () => {
    const out = run(`${chunk({ content: 'a <<' })}data: {"error":{"message":"bad <<E>>","code":7}}\n\n`);
    expect(lanesOf(out)).toEqual({ '0/content': 'a <<' });
    expect(events(out).at(-1)).toEqual({ error: { message: `bad ${values.E}`, code: 7 } });
  });

  it('reads events that are not JSON as text', () => {
    const stream = chunk({ content: 'a' }, { finish_reason: 'stop' });
    expect(run(`${stream}data: oops <<E>>\n\ndata: ${'['.repeat(200)}\n\n`)).toBe(
      `${stream}data: oops ${values.E}\n\ndata: ${'['.repeat(200)}\n\n`,
    );
  });

  it('fails with an error event when the gateway says so, and is silent after', () => {
    const stream = make();
    expect(
      lanesOf(stream.push(new TextEncoder().encode(chunk({ content: 'a <<P' }))) + stream.fail('Stopped.', 'x')),
    ).toEqual({ '0/content': 'a <<P' });
    expect(stream.push(new TextEncoder().encode(chunk({ content: 'b' }))) + stream.end() + stream.fail()).toBe('');
  });

  it('ends with an error event when the upstream never ends an event', () => {
    const stream = make({ eventCharsMax: 100 });
    const out = stream.push(new TextEncoder().encode(`data: ${'x'.repeat(200)}`));
    expect(events(out)[0]?.error?.code).toBe('upstream_rejected');
  });
});
