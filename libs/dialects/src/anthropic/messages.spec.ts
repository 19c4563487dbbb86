import { describe, expect, it } from '@jest/globals';
import type { TextSlot } from '#lib/kernel';
import type { StreamOptions } from '../stream/rewriting-stream.js';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { MessagesStream } from './messages-stream.js';
import { readMessagesAnswer } from './read-messages-answer.js';
import { readMessagesRequest } from './read-messages-request.js';

const values = { P: 'Ana "Annie" Ruiz\nC:\\tmp é', E: 'ana@x.org' };

const REQUEST = `{"model":"claude-x","max_tokens":500,"tools":[],"system":[{"type":"text","text":"Desk of Ana Ruiz","cache_control":{"type":"ephemeral"}}],
 "metadata":{"user_id":"ana@example.org"},
 "messages":[
  {"role":"user","content":[{"type":"document","title":"Ana Ruiz","context":"claim","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0="}},
    {"type":"document","source":{"type":"text","media_type":"text/plain","data":"written by Ana"}},
    {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},{"type":"text","text":"Refund ana@example.org"}]},
  {"role":"assistant","content":[{"type":"thinking","thinking":"of [P]","signature":"EqQB+/=="},{"type":"redacted_thinking","data":"Zm9v"},
    {"type":"tool_use","id":"toolu_1","name":"refund","input":{"email":"ana@example.org","amount":1.50}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"ok ana@example.org"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"BBBB"}}]}]},
  {"role":"user","content":"thanks"}]}`;

describe('Messages request', () => {
  const request = readMessagesRequest(REQUEST);
  const by = (mode: TextSlot['mode']) => request.slots.filter((slot) => slot.mode === mode).map((slot) => slot.text);

  it('says what the gateway decides by', () => {
    expect(request).toMatchObject({ model: 'claude-x', stream: false, hasTools: false, jsonAnswer: false });
    expect(request.messages.map(({ role, history }) => [role, history])).toEqual([
      ['user', false],
      ['assistant', true],
      ['user', true],
      ['user', false],
    ]);
  });

  it('offers every text for editing and lets thinking, signatures, ids and names be', () => {
    expect(by('edit')).toEqual([
      'Desk of Ana Ruiz',
      'ana@example.org',
      'Ana Ruiz',
      'claim',
      'written by Ana',
      'Refund ana@example.org',
      'ana@example.org',
      '1.50',
      'ok ana@example.org',
      'thanks',
    ]);
    expect(by('refuse')).toEqual(['claude-x', 'of [P]', 'EqQB+/==', 'Zm9v', 'toolu_1', 'refund', 'toolu_1']);
    expect(by('bare')).toEqual(['email', 'amount']);
  });

  it('reports documents and images as media, also inside tool results, and keeps the rest when they are dropped', () => {
    expect(request.media.map(({ kind, message }) => [kind, message])).toEqual([
      ['file', 0],
      ['image', 0],
      ['image', 2],
    ]);
    const body = JSON.parse(request.splice(new Map(), { drop: request.media }));
    expect(body.messages[0].content[0]).toEqual({ type: 'text', text: '[file removed]' });
    expect(body.messages[2].content[0].content).toEqual([
      { type: 'text', text: 'ok ana@example.org' },
      { type: 'text', text: '[image removed]' },
    ]);
  });

  it('puts a preamble before the first block of the system text, so before any cache breakpoint', () => {
    expect(request.splice(new Map(), { preamble: 'Keep.' })).toBe(
      REQUEST.replace('"system":[', '"system":[{"type":"text","text":"Keep."},'),
    );
  });

  it('reads the body of count_tokens', () => {
    expect(readMessagesRequest('{"model":"m","messages":[{"role":"user","content":"x"}]}').slots).toHaveLength(2);
  });
});

describe('Messages answer', () => {
  it('rewrites text, tool input and citations, and leaves thinking and signatures byte for byte', () => {
    const raw = `{"id":"m","content":[{"type":"thinking","thinking":"of <<E>>","signature":"<<E>>"},{"type":"text","text":"Hi <<E>>","citations":[{"type":"char_location","cited_text":"<<E>>"}]},
      {"type":"tool_use","id":"<<E>>","name":"f","input":{"to":"<<P>>","type":"<<E>>","n":1.50}}],"usage":{"n":1.0}}`;
    const { open, lanes } = fakeLanes(values);
    const out = readMessagesAnswer(raw).rewrite(open);
    expect(out).toBe(
      raw
        .replace('Hi <<E>>', 'Hi ana@x.org')
        .replace('"cited_text":"<<E>>"', '"cited_text":"ana@x.org"')
        .replace('"<<P>>"', () => JSON.stringify(values.P))
        .replace('"type":"<<E>>"', '"type":"ana@x.org"'),
    );
    expect(lanes.at(-1)).toMatchObject({ field: 'content/2/input', tool: 'f' });
  });

  it('rewrites the message of an error', () => {
    const raw = '{"type":"error","error":{"type":"invalid_request_error","message":"bad <<E>>"}}';
    expect(readMessagesAnswer(raw).rewrite(fakeLanes(values).open)).toBe(raw.replace('<<E>>', values.E));
  });
});

const sse = (type: string, rest: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
const start = (index: number, block: object) => sse('content_block_start', { index, content_block: block });
const delta = (index: number, one: object) => sse('content_block_delta', { index, delta: one });
const stop = (index: number) => sse('content_block_stop', { index });

const STREAM = [
  sse('message_start', { message: { id: 'm', content: [], usage: { input_tokens: 1 } } }),
  sse('ping'),
  start(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'of <<P>>' }),
  delta(0, { type: 'signature_delta', signature: 'Eq<<P>>' }),
  stop(0),
  start(1, { type: 'text', text: '' }),
  delta(1, { type: 'text_delta', text: 'Hi <<' }),
  delta(1, { type: 'text_delta', text: 'P>>, é <<E' }),
  stop(1),
  start(2, { type: 'tool_use', id: 't', name: 'f', input: {} }),
  delta(2, { type: 'input_json_delta', partial_json: '' }),
  delta(2, { type: 'input_json_delta', partial_json: '{"to":"<<' }),
  delta(2, { type: 'input_json_delta', partial_json: 'P>>","n":1.50}' }),
  stop(2),
  sse('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } }),
  sse('message_stop'),
].join('');

interface Event {
  type: string;
  index?: number;
  delta?: { text?: string; partial_json?: string; thinking?: string; signature?: string };
  error?: { message: string };
}

const events = (out: string): Event[] =>
  out
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => JSON.parse(block.split('\ndata: ')[1]!) as Event);
const make = (options: Partial<StreamOptions> = {}) => new MessagesStream({ open: fakeLanes(values).open, ...options });
const run = (stream: string) => runCut(() => make(), new TextEncoder().encode(stream), []);
const joined = (out: string, field: 'text' | 'partial_json' | 'thinking' | 'signature') =>
  events(out)
    .map((event) => event.delta?.[field] ?? '')
    .join('');

describe('Messages stream', () => {
  it('rewrites text and tool input, each in its block, and leaves thinking and signatures byte for byte', () => {
    const out = run(STREAM);
    expect(joined(out, 'text')).toBe(`Hi ${values.P}, é <<E`);
    expect(JSON.parse(joined(out, 'partial_json'))).toEqual({ to: values.P, n: 1.5 });
    expect(joined(out, 'thinking')).toBe('of <<P>>');
    expect(joined(out, 'signature')).toBe('Eq<<P>>');
  });

  it('gives held text as a delta of its block before the block stops', () => {
    const all = events(run(STREAM));
    const at = all.findIndex((event) => event.type === 'content_block_stop' && event.index === 1);
    expect(all[at - 1]).toEqual({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: '<<E' } });
  });

  it('changes nothing in a stream without tokens', () => {
    const plain = STREAM.replaceAll('<<', 'a').replaceAll('>>', 'b');
    expect(run(plain)).toBe(plain);
  });

  it('gives the same bytes for every cut, every pair of cuts and random splits', () => {
    const pairsOf =
      delta(1, { type: 'text_delta', text: 'é<<' }) +
      delta(2, { type: 'input_json_delta', partial_json: '"<<E>>"' }) +
      stop(1) +
      sse('message_stop');
    expectChunkInvariance(() => make(), { stream: STREAM, pairsOf, runs: 2000 });
  });

  it('ends a cut stream in an error event of its own shape', () => {
    const all = events(run(`${STREAM.slice(0, STREAM.indexOf(stop(1)))}event: content_block_stop\ndata: {"ty`));
    expect(all.slice(-2)).toMatchObject([{ index: 1 }, { type: 'error', error: { type: 'api_error' } }]);
  });

  it('rewrites errors of the upstream and adds none', () => {
    const error = sse('error', { error: { type: 'overloaded_error', message: 'bad <<E>>' } });
    expect(run(error)).toBe(error.replace('<<E>>', values.E));
  });
});
