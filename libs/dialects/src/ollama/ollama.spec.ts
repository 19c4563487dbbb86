import { describe, expect, it } from '@jest/globals';
import type { TextSlot } from '#lib/kernel';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { OllamaStream } from './ollama-stream.js';
import { readOllamaAnswer } from './read-ollama-answer.js';
import { readOllamaRequest } from './read-ollama-request.js';

const values = { P: 'Ana "Annie" Ruiz\nC:\\tmp é', E: 'ana@x.org' };

const CHAT = `{"model":"m","messages":[{"role":"user","content":"I am Ana Ruiz","images":["iVBORw0KGgo="]},
 {"role":"assistant","content":"","thinking":"of Ana","tool_calls":[{"function":{"index":0,"name":"find","arguments":{"email":"ana@example.org","n":1.50}}}]},
 {"role":"tool","tool_name":"find","content":"ana is in"}],"format":{"type":"object","properties":{}},
 "options":{"temperature":0.50,"stop":["Ana"],"odd":"ana"},"keep_alive":"5m","think":true}`;
const GENERATE =
  '{"model":"m","prompt":"I am Ana","suffix":"s","system":"desk","stream":false,"context":[1,2,3],"keep_alive":0}';

describe('Ollama request', () => {
  const chat = readOllamaRequest(CHAT);
  const by = (mode: TextSlot['mode']) => chat.slots.filter((slot) => slot.mode === mode).map((slot) => slot.text);

  it('says what the gateway decides by', () => {
    expect(chat).toMatchObject({ model: 'm', stream: true, jsonAnswer: true });
    expect(chat.messages.map(({ history }) => history)).toEqual([false, true, true]);
    expect(readOllamaRequest(GENERATE)).toMatchObject({ stream: false, jsonAnswer: false, messages: [] });
  });

  it('offers every text for editing', () => {
    expect(by('edit')).toEqual(['I am Ana Ruiz', 'of Ana', 'ana@example.org', '1.50', 'ana is in', 'Ana', 'ana']);
    expect(by('refuse')).toEqual(['m', 'find', '5m']);
    expect(by('bare')).toEqual(['email', 'n', 'find', 'temperature', 'odd']);
    expect(readOllamaRequest(GENERATE).slots.map(({ text }) => text)).toEqual(['m', 'I am Ana', 's', 'desk']);
  });

  it('reports images as media and empties their list', () => {
    expect(chat.media.map(({ kind, message }) => [kind, message])).toEqual([['image', 0]]);
    expect(JSON.parse(chat.splice(new Map(), { drop: chat.media })).messages[0].images).toEqual([]);
  });

  it('puts a preamble first, but not before a raw prompt', () => {
    expect(JSON.parse(chat.splice(new Map(), { preamble: 'Keep.' })).messages[0]).toEqual({
      role: 'system',
      content: 'Keep.',
    });
    expect(JSON.parse(readOllamaRequest(GENERATE).splice(new Map(), { preamble: 'Keep.' })).system).toBe(
      'Keep.\n\ndesk',
    );
    const raw = '{"model":"m","prompt":"x","raw":true}';
    expect(readOllamaRequest(raw).splice(new Map(), { preamble: 'Keep.' })).toBe(raw);
  });
});

const line = (message: object, rest: object = {}): string =>
  `${JSON.stringify({ model: 'm', created_at: 't', message: { role: 'assistant', content: '', ...message }, done: false, ...rest })}\n`;
const STREAM = [
  line({ thinking: 'of <<' }),
  line({ thinking: 'P>> <<' }),
  line({ content: 'Hi <<P' }),
  line({ content: '>>, é <<E' }),
  line({ tool_calls: [{ function: { index: 0, name: 'f', arguments: { to: '<<P>>', n: 1 } } }] }),
  line({}, { done: true, done_reason: 'stop', eval_count: 1 }),
].join('');

interface Line {
  message?: { content?: string; thinking?: string; tool_calls?: { function: { arguments: unknown } }[] };
  response?: string;
  thinking?: string;
  done?: boolean;
  error?: string;
}
const lines = (out: string): Line[] =>
  out
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one) as Line);
const make = () => new OllamaStream({ open: fakeLanes(values).open });
const run = (stream: string) => runCut(make, new TextEncoder().encode(stream), []);

describe('Ollama answer', () => {
  it('rewrites texts and arguments and keeps every other byte', () => {
    const raw = `{"model":"<<E>>","message":{"role":"assistant","content":"Hi <<E>>","thinking":"<<E>>","tool_calls":[{"function":{"name":"f","arguments":{"to":"<<P>>","n":1.50}}}]},"done":true}`;
    expect(readOllamaAnswer(raw).rewrite(fakeLanes(values).open)).toBe(
      raw
        .replace('Hi <<E>>', 'Hi ana@x.org')
        .replace('"thinking":"<<E>>"', '"thinking":"ana@x.org"')
        .replace('"<<P>>"', () => JSON.stringify(values.P)),
    );
    expect(readOllamaAnswer('{"error":"bad <<E>>"}').rewrite(fakeLanes(values).open)).toBe('{"error":"bad ana@x.org"}');
    expect(readOllamaAnswer('{"response":"<<E>>","context":[1]}').rewrite(fakeLanes(values).open)).toBe(
      '{"response":"ana@x.org","context":[1]}',
    );
  });
});

describe('Ollama stream', () => {
  it('rewrites thinking, content and arguments, each in its lane, and gives held text in order', () => {
    const all = lines(run(STREAM));
    expect(all.map((one) => one.message?.thinking ?? '').join('')).toBe(`of ${values.P} <<`);
    expect(all.map((one) => one.message?.content ?? '').join('')).toBe(`Hi ${values.P}, é <<E`);
    expect(all.flatMap((one) => one.message?.tool_calls ?? [])[0]?.function.arguments).toEqual({ to: values.P, n: 1 });
    expect(all.filter((one) => one.done)).toHaveLength(1);
    expect(all.at(-1)?.done).toBe(true);
  });

  it('rewrites the stream of generate', () => {
    const out = run(
      '{"response":"a <<"}\n{"response":"P","thinking":"t"}\r\n\n{"response":"","done":true,"context":[1]}\n',
    );
    expect(
      lines(out)
        .map((one) => one.response ?? '')
        .join(''),
    ).toBe('a <<P');
    expect(out.endsWith('{"response":"","done":true,"context":[1]}\n')).toBe(true);
  });

  it('changes nothing in a stream without tokens', () => {
    const plain = STREAM.replaceAll('<', 'a').replaceAll('>', 'b');
    expect(run(plain)).toBe(plain);
  });

  it('gives the same bytes for every cut, every pair of cuts and random splits', () => {
    expectChunkInvariance(make, {
      stream: STREAM,
      pairsOf: line({ content: 'é<<' }) + line({}, { done: true }),
      runs: 2000,
    });
  });

  it('ends a cut stream in an error line and rewrites errors of the upstream', () => {
    expect(lines(run(`${line({ content: 'a <<' })}{"mod`)).at(-1)?.error).toBeDefined();
    expect(run('{"error":"bad <<E>>"}\n')).toBe('{"error":"bad ana@x.org"}\n');
  });
});
