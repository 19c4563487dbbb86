import { describe, expect, it } from '@jest/globals';
import type { Edit, TextSlot } from '#lib/kernel';
import type { StreamOptions } from '../stream/rewriting-stream.js';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { readResponsesRequest } from './read-responses-request.js';
import { readResponsesResponse } from './read-responses-response.js';
import { ResponsesStream } from './responses-stream.js';

const values = { P: 'Ana "Annie" Ruiz\nC:\\tmp é', E: 'ana@x.org' };

const REQUEST = `{"model":"m","instructions":"Desk of Ana Ruiz","stream":true,"previous_response_id":"resp_1","input":[
 {"role":"user","content":[{"type":"input_text","text":"mail ana@example.org"},
   {"type":"input_file","filename":"ana.pdf","file_data":"data:application/pdf;base64,JVBERi0="},
   {"type":"input_image","image_url":"https://x.example/i.png","detail":"auto"}]},
 {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"thinks of Ana"}],"encrypted_content":"gAAAAB+/=="},
 {"type":"function_call","call_id":"call_1","name":"send","arguments":"{\\"to\\":\\"ana@example.org\\",\\"n\\":1.50}"},
 {"type":"function_call_output","call_id":"call_1","output":"sent to ana@example.org"},
 {"type":"message","role":"assistant","id":"msg_1","status":"completed","content":[{"type":"output_text","text":"done","annotations":[]}]}],
 "tools":[{"type":"function","name":"send","description":"by bob","parameters":{"type":"object","properties":{}},"strict":false}],
 "prompt":{"id":"p","variables":{"who":"Ana"}},"metadata":{"k":"v"},"text":{"format":{"type":"text"}},"tools_extra":[]}`;

describe('Responses request', () => {
  const request = readResponsesRequest(REQUEST);

  it('says what the gateway decides by', () => {
    expect(request).toMatchObject({
      model: 'm',
      stream: true,
      previousId: 'resp_1',
      toolNames: ['send'],
      jsonAnswer: false,
    });
    expect(request.messages.map(({ role, history }) => [role, history])).toEqual([
      ['user', false],
      ['', true],
      ['', true],
      ['', true],
      ['assistant', true],
    ]);
  });

  it('offers every text for editing and exempts ids, names and opaque data', () => {
    const by = (mode: TextSlot['mode']) => request.slots.filter((slot) => slot.mode === mode).map((slot) => slot.text);
    expect(by('edit')).toEqual([
      'Desk of Ana Ruiz',
      'mail ana@example.org',
      'ana.pdf',
      'thinks of Ana',
      'ana@example.org',
      '1.50',
      'sent to ana@example.org',
      'done',
      'by bob',
      'Ana',
      'v',
    ]);
    expect(by('refuse')).toEqual([
      'm',
      'resp_1',
      'rs_1',
      'gAAAAB+/==',
      'call_1',
      'send',
      'call_1',
      'msg_1',
      'send',
      'p',
    ]);
    expect(request.media.map((one) => one.kind)).toEqual(['file']);
  });

  it('reads a string input as the first message', () => {
    const short = readResponsesRequest('{"model":"m","input":"I am Ana"}');
    expect(short.texts).toMatchObject([{ message: 0, text: 'I am Ana' }]);
    expect(short.splice(new Map<TextSlot, Edit[]>([[short.slots[1]!, [{ start: 5, end: 8, text: '[P]' }]]]))).toBe(
      '{"model":"m","input":"I am [P]"}',
    );
  });

  it('puts a preamble at the head of the instructions', () => {
    expect(request.splice(new Map(), { preamble: 'Keep.' })).toBe(
      REQUEST.replace('Desk of Ana Ruiz', 'Keep.\\n\\nDesk of Ana Ruiz'),
    );
    const without = readResponsesRequest('{"model":"m","input":"x"}');
    expect(without.splice(new Map(), { preamble: 'Keep.' })).toBe('{"instructions":"Keep.","model":"m","input":"x"}');
  });

  it('puts an input text in the place of a dropped file', () => {
    const body = JSON.parse(request.splice(new Map(), { drop: request.media }));
    expect(body.input[0].content[1]).toEqual({ type: 'input_text', text: '[file removed]' });
  });
});

describe('Responses answer', () => {
  it('rewrites every text of the output and keeps every other byte', () => {
    const raw = `{"id":"r","output":[{"type":"reasoning","id":"<<E>>","summary":[{"type":"summary_text","text":"<<E>>"}],"encrypted_content":"<<E>>"},
      {"type":"message","content":[{"type":"output_text","text":"Hi <<E>>","logprobs":[{"token":"<<"}],"annotations":[{"type":"url_citation","url":"https://x/<<E>>"}]}]},
      {"type":"function_call","name":"f","call_id":"c","arguments":"{\\"to\\":\\"<<P>>\\",\\"n\\":1.50}"}],"instructions":"Desk of <<E>>","usage":{"a":1.0}}`;
    const out = readResponsesResponse(raw).rewrite(fakeLanes(values).open);
    const text = raw
      .replace('"text":"<<E>>"', '"text":"ana@x.org"')
      .replace('Hi <<E>>', 'Hi ana@x.org')
      .replace('[{"token":"<<"}]', '[]')
      .replace('https://x/<<E>>', 'https://x/ana@x.org')
      .replace('Desk of <<E>>', 'Desk of ana@x.org')
      .replace('<<P>>', () => JSON.stringify(JSON.stringify(values.P).slice(1, -1)).slice(1, -1));
    expect(out).toBe(text);
    expect(JSON.parse(JSON.parse(out).output[2].arguments)).toEqual({ to: values.P, n: 1.5 });
  });
});

const sse = (type: string, rest: object, sequence: number): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest, sequence_number: sequence })}\n\n`;

function recorded(text: readonly string[], args: readonly string[]): string {
  const where = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const call = { item_id: 'fc_1', output_index: 1 };
  const whole = { type: 'output_text', text: text.join(''), annotations: [], logprobs: [] };
  const item = { id: 'fc_1', type: 'function_call', name: 'f', call_id: 'c', arguments: args.join('') };
  const output = [{ id: 'msg_1', type: 'message', content: [whole] }, item];
  let n = 0;
  const next = (type: string, rest: object): string => sse(`response.${type}`, rest, n++);
  return [
    next('created', { response: { id: 'r', output: [] } }),
    next('output_item.added', { output_index: 0, item: { id: 'msg_1', type: 'message', content: [] } }),
    ...text.map((delta) => next('output_text.delta', { ...where, delta, logprobs: [] })),
    next('output_text.done', { ...where, text: text.join(''), logprobs: [] }),
    next('content_part.done', { ...where, part: whole }),
    next('output_item.done', { output_index: 0, item: output[0] }),
    next('output_item.added', { output_index: 1, item: { ...item, arguments: '' } }),
    ...args.map((delta) => next('function_call_arguments.delta', { ...call, delta })),
    next('function_call_arguments.done', { ...call, name: 'f', arguments: args.join('') }),
    next('output_item.done', { output_index: 1, item }),
    next('completed', { response: { id: 'r', output, usage: { total_tokens: 1 } } }),
  ].join('');
}

interface Event {
  type: string;
  delta?: string;
  text?: string;
  arguments?: string;
  item_id?: string;
  sequence_number: number;
  part?: { text: string };
  item?: { arguments?: string; content?: { text: string }[] };
  response?: { output: { arguments?: string; content?: { text: string }[] }[] };
  message?: string;
}

function events(out: string): Event[] {
  return out
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [name, data] = block.split('\n') as [string, string];
      const event = JSON.parse(data.slice(6)) as Event;
      expect(name).toBe(`event: ${event.type}`);
      return event;
    });
}

const make = (options: Partial<StreamOptions> = {}) =>
  new ResponsesStream({ open: fakeLanes(values).open, ...options });
const run = (stream: string) => runCut(() => make(), new TextEncoder().encode(stream), []);

function copies(out: string): { text: Set<string>; arguments: Set<string> } {
  const all = events(out);
  const joined = (type: string) =>
    all
      .filter((event) => event.type === type)
      .map((event) => event.delta)
      .join('');
  const some = (list: (string | undefined)[]) =>
    new Set(list.filter((one): one is string => one !== undefined && one !== ''));
  return {
    text: some([
      joined('response.output_text.delta'),
      ...all.flatMap((event) => [
        event.text,
        event.part?.text,
        event.item?.content?.[0]?.text,
        event.response?.output[0]?.content?.[0]?.text,
      ]),
    ]),
    arguments: some([
      joined('response.function_call_arguments.delta'),
      ...all.flatMap((event) => [event.arguments, event.item?.arguments, event.response?.output[1]?.arguments]),
    ]),
  };
}

describe('Responses stream', () => {
  it('shows one and the same text in delta, done, part, item and completed events, and its arguments parse', () => {
    const out = run(recorded(['Hi <', '<P', '>>, é <<E'], ['{"to":"<<', 'P>', '>","n":1.50}']));
    const seen = copies(out);
    expect([...seen.text]).toEqual([`Hi ${values.P}, é <<E`]);
    expect([...seen.arguments]).toEqual([`{"to":${JSON.stringify(values.P)},"n":1.50}`]);
  });

  it('gives held text as a delta with its ids before the event that ends it, and numbers events on', () => {
    const all = events(run(recorded(['a <<E'], ['{}'])));
    const at = all.findIndex((event) => event.type === 'response.output_text.done');
    expect(all[at - 1]).toMatchObject({ type: 'response.output_text.delta', item_id: 'msg_1', delta: '<<E' });
    expect(all.map((event) => event.sequence_number)).toEqual(all.map((_, index) => index));
  });

  it('changes nothing in a stream without tokens', () => {
    const stream = recorded(['plain ', 'text'], ['{"a":1}']);
    expect(run(stream)).toBe(stream);
  });

  it('gives the same bytes for every cut, every pair of cuts and random splits', () => {
    const where = { item_id: 'i', output_index: 0, content_index: 0 };
    const pairsOf =
      sse('response.output_text.delta', { ...where, delta: 'é<<' }, 0) +
      sse('response.output_text.done', { ...where, text: 'é<<' }, 1);
    expectChunkInvariance(() => make(), { stream: recorded(['x<<', 'P>>'], ['"<', '<E>>"']), pairsOf, runs: 2000 });
  });

  it('ends a cut stream in an error event of its own shape, numbered on', () => {
    const stream = recorded(['a <<E'], []);
    const cut = stream.slice(0, stream.indexOf('event: response.output_text.done'));
    const all = events(run(`${cut}event: response.output_text.done\ndata: {"typ`));
    expect(all.slice(-2)).toMatchObject([{ delta: '<<E' }, { type: 'error', sequence_number: 4 }]);
  });

  it('rewrites errors of the upstream', () => {
    const failed = sse('response.failed', { response: { error: { message: 'bad <<E>>' }, output: [] } }, 1);
    expect(run(failed)).toBe(failed.replace('<<E>>', values.E));
    const error = sse('error', { message: 'bad <<E>>' }, 1);
    expect(run(error)).toBe(error.replace('<<E>>', values.E));
  });

  it('writes into JSON text as JSON when the request asked for it', () => {
    const stream = recorded(['{"n":"<<P', '>>"}'], []);
    const out = runCut(() => make({ jsonAnswer: true }), new TextEncoder().encode(stream), []);
    const [text] = [...copies(out).text];
    expect(copies(out).text.size).toBe(1);
    expect(JSON.parse(text!)).toEqual({ n: values.P });
  });
});
