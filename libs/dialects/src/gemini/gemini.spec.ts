import { describe, expect, it } from '@jest/globals';
import type { TextSlot } from '#lib/kernel';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { GenerateStream } from './generate-stream.js';
import { readGenerateAnswer } from './read-generate-answer.js';
import { readGenerateRequest } from './read-generate-request.js';

const values = { P: 'Ana "Annie" Ruiz\nC:\\tmp é', E: 'ana@x.org' };

const REQUEST = `{"systemInstruction":{"parts":[{"text":"Desk of Ana Ruiz"}]},
 "contents":[
  {"role":"user","parts":[{"text":"Refund ana@example.org"},{"inlineData":{"mimeType":"image/png","data":"JVBERi0="}},{"fileData":{"mimeType":"application/pdf","fileUri":"https://x.example/ana"}}]},
  {"role":"model","parts":[{"functionCall":{"id":"fc1","name":"refund","args":{"email":"ana@example.org","n":1.50}},"thoughtSignature":"CpQ+/=="}]},
  {"role":"user","parts":[{"functionResponse":{"id":"fc1","name":"refund","response":{"output":"ok ana@example.org"}}}]}],
 "tools":[{"functionDeclarations":[{"name":"refund","description":"by bob","parameters":{"type":"OBJECT","properties":{"email":{"type":"STRING"}}}}]}],
 "generation_config":{"response_mime_type":"application/json","temperature":0.50,"stopSequences":["Ana"]},"labels":{"team":"ana"}}`;

describe('generateContent request', () => {
  const request = readGenerateRequest(REQUEST);
  const by = (mode: TextSlot['mode']) => request.slots.filter((slot) => slot.mode === mode).map((slot) => slot.text);

  it('says what the gateway decides by, in either spelling of names', () => {
    expect(request).toMatchObject({ model: null, toolNames: ['refund'], jsonAnswer: true });
    expect(request.messages.map(({ role, history }) => [role, history])).toEqual([
      ['user', false],
      ['model', true],
      ['user', true],
    ]);
  });

  it('offers every text for editing and lets signatures, ids and names be', () => {
    expect(by('edit')).toEqual([
      'Desk of Ana Ruiz',
      'Refund ana@example.org',
      'ana@example.org',
      '1.50',
      'ok ana@example.org',
      'by bob',
      'Ana',
      'ana',
    ]);
    expect(by('refuse')).toEqual([
      'image/png',
      'application/pdf',
      'fc1',
      'refund',
      'CpQ+/==',
      'fc1',
      'refund',
      'refund',
      'email',
      'application/json',
    ]);
    expect(by('bare')).toEqual(['https://x.example/ana', 'email', 'n', 'output', 'team']);
  });

  it('reports inline data as media and puts a text in its place', () => {
    expect(request.media.map(({ kind }) => kind)).toEqual(['image']);
    const body = JSON.parse(request.splice(new Map(), { drop: request.media }));
    expect(body.contents[0].parts[1]).toEqual({ text: '[image removed]' });
  });

  it('puts a preamble first in the system instruction', () => {
    expect(request.splice(new Map(), { preamble: 'Keep.' })).toBe(
      REQUEST.replace('"parts":[{"text":"Desk', '"parts":[{"text":"Keep."},{"text":"Desk'),
    );
    const short = readGenerateRequest('{"contents":[]}');
    expect(short.splice(new Map(), { preamble: 'Keep.' })).toBe(
      '{"systemInstruction":{"parts":[{"text":"Keep."}]},"contents":[]}',
    );
  });
});

describe('generateContent answer', () => {
  it('rewrites texts, arguments and code, and keeps every other byte', () => {
    const raw = `{"candidates":[{"content":{"role":"model","parts":[{"text":"of <<E>>","thought":true},{"text":"Hi <<E>>","thoughtSignature":"<<E>>"},
      {"functionCall":{"name":"f","id":"<<E>>","args":{"to":"<<P>>","n":1.50}}}]},"finishReason":"STOP","logprobsResult":{"x":[]}}],"usageMetadata":{"n":1.0}}`;
    expect(readGenerateAnswer(raw).rewrite(fakeLanes(values).open)).toBe(
      raw
        .replace('of <<E>>', 'of ana@x.org')
        .replace('Hi <<E>>', 'Hi ana@x.org')
        .replace('"<<P>>"', () => JSON.stringify(values.P))
        .replace('{"x":[]}', 'null'),
    );
  });
});

const chunk = (parts: object[], rest: object = {}): string =>
  JSON.stringify({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...rest }],
    modelVersion: 'g',
    responseId: 'r',
  });
const CHUNKS = [
  chunk([{ text: 'of <<P', thought: true }]),
  chunk([{ text: '>> <<', thought: true }]),
  chunk([{ text: 'Hi <' }]),
  chunk([{ text: '<P>>, é <<E' }]),
  chunk([{ functionCall: { name: 'f', args: { to: '<<P>>', n: 1 } } }]),
  chunk([{ text: '' }], { finishReason: 'STOP' }),
];
const SSE = CHUNKS.map((data) => `data: ${data}\r\n\r\n`).join('');
const ARRAY = `[${CHUNKS.join('\n,\r\n')}\n]`;

interface Event {
  candidates?: { content: { parts: { text?: string; thought?: boolean; functionCall?: { args: unknown } }[] } }[];
  modelVersion?: string;
  error?: { status: string };
}
const make = (framing: 'sse' | 'array') => new GenerateStream({ open: fakeLanes(values).open, framing });
const run = (framing: 'sse' | 'array', stream: string) =>
  runCut(() => make(framing), new TextEncoder().encode(stream), []);
const eventsOf = (framing: 'sse' | 'array', out: string): Event[] =>
  framing === 'array'
    ? (JSON.parse(out) as Event[])
    : out
        .split(/\r?\n\r?\n/)
        .filter((block) => block !== '')
        .map((block) => JSON.parse(block.slice(6)) as Event);
const partsOf = (events: Event[]) => events.flatMap((event) => event.candidates?.[0]?.content.parts ?? []);

describe.each(['sse', 'array'] as const)('streamGenerateContent as %s', (framing) => {
  const stream = framing === 'sse' ? SSE : ARRAY;

  it('rewrites text, thoughts and arguments, and gives held text before another kind of part', () => {
    const parts = partsOf(eventsOf(framing, run(framing, stream)));
    const joined = (thought: boolean) =>
      parts
        .filter((part) => (part.thought ?? false) === thought)
        .map((part) => part.text ?? '')
        .join('');
    expect(joined(true)).toBe(`of ${values.P} <<`);
    expect(joined(false)).toBe(`Hi ${values.P}, é <<E`);
    expect(parts.find((part) => part.functionCall)?.functionCall?.args).toEqual({ to: values.P, n: 1 });
    const order = parts.map((part) => (part.functionCall ? 'call' : part.thought ? 'thought' : 'text'));
    expect(order.lastIndexOf('thought')).toBeLessThan(order.indexOf('text'));
    expect(parts[order.indexOf('call') - 1]).toEqual({ text: '<<E' });
  });

  it('changes nothing in a stream without tokens', () => {
    const plain = stream.replaceAll('<', 'a').replaceAll('>', 'b');
    expect(run(framing, plain)).toBe(plain);
  });

  it('gives the same bytes for every cut, every pair of cuts and random splits', () => {
    const two = [chunk([{ text: 'é<<' }]), chunk([{ text: '}]' }], { finishReason: 'X' })];
    const pairsOf = framing === 'sse' ? two.map((data) => `data: ${data}\n\n`).join('') : `[${two.join(',\n')}]`;
    expectChunkInvariance(() => make(framing), { stream, pairsOf, runs: 2000 });
  });

  it('ends a cut stream in an error of its own shape', () => {
    for (const cut of [0, stream.indexOf('Hi'), stream.indexOf('"functionCall"'), stream.length - 60]) {
      const events = eventsOf(framing, run(framing, stream.slice(0, cut)));
      expect(events.at(-1)?.error).toMatchObject({ status: 'UNAVAILABLE' });
    }
  });

  it('rewrites errors of the upstream', () => {
    const error = '{"error":{"code":500,"message":"bad <<E>>"}}';
    const body = framing === 'sse' ? `data: ${error}\n\n` : `[${error}]`;
    expect(run(framing, body)).toBe(body.replace('<<E>>', values.E));
  });
});
