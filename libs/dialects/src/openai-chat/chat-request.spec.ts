import { describe, expect, it } from '@jest/globals';
import type { Edit, TextSlot } from '#lib/kernel';
import { readChatRequest } from './read-chat-request.js';

const RAW = `{
  "model": "m-1", "stream": true, "n": 2, "temperature": 0.20,
  "messages": [
    {"role":"developer","content":"Desk of Ana Ruiz"},
    {"role":"user","name":"ana_ruiz","content":[{"type":"text","text":"Refund ana@example.org"},
      {"type":"image_url","image_url":{"url":"https://x.example/a.png?u=ana","detail":"low"}},
      {"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}},
      {"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}},
      {"type":"file","file":{"filename":"ana-ruiz.pdf","file_data":"data:application/pdf;base64,JVBERi0="}}]},
    {"role":"assistant","content":null,"reasoning_content":"She is Ana","tool_calls":[
      {"id":"call_1","type":"function","function":{"name":"refund","arguments":"{\\"email\\":\\"Jos\\\\u00e9 \\\\/ A\\", \\"amount\\": 1.50, \\"lines\\":[\\"x\\"]}"}},
      {"id":"call_2","type":"custom","custom":{"name":"sh","input":"grep ana@example.org"}},
      {"id":"call_3","type":"function","function":{"name":"f","arguments":"not json ana"}},
      {"id":"call_4","type":"function","function":{"name":"f","arguments":{"to":"obj@example.org"}}}]},
    {"role":"tool","tool_call_id":"call_1","content":"{\\"ok\\":true,\\"to\\":\\"ana@example.org\\",\\"n\\":2125551234}"},
    {"role":"assistant","content":"","function_call":{"name":"g","arguments":"{}"}},
    {"role":"user","content":"thanks","vendor_note":"by ana"}
  ],
  "tools":[{"type":"function","function":{"name":"refund","description":"Escalate to bob","strict":true,"parameters":{"type":"object",
    "properties":{"email":{"type":"string","format":"email","default":"bob@example.org","enum":["bob@example.org"],"pattern":"^a"}},"required":["email"],"additionalProperties":false}}}],
  "tool_choice":"auto","response_format":{"type":"json_schema","json_schema":{"name":"s","schema":{"const":{"phone":2125551234}}}},
  "metadata":{"owner":"ana","ticket":"77"},"user":"ana@example.org","stop":["STOP"],"reasoning_effort":"low",
  "logit_bias":{"50256":-100},"x_vendor":{"k":["v",12345678]},"empty":{},"none":[]
}`;

const request = readChatRequest(RAW);
const at = (path: string) => request.slots.filter((slot) => slot.path === path && slot.mode !== 'bare');
const texts = (mode: TextSlot['mode']) => request.slots.filter((slot) => slot.mode === mode).map((slot) => slot.text);

describe('Chat Completions request', () => {
  it('says what the gateway decides by', () => {
    expect(request).toMatchObject({
      model: 'm-1',
      stream: true,
      choiceCount: 2,
      hasTools: true,
      toolNames: ['refund'],
      jsonAnswer: true,
    });
    expect(request.messages.map(({ role, history }) => [role, history])).toEqual([
      ['developer', false],
      ['user', false],
      ['assistant', true],
      ['tool', true],
      ['assistant', true],
      ['user', false],
    ]);
  });

  it('offers every text for editing', () => {
    expect(texts('edit')).toEqual([
      'Desk of Ana Ruiz',
      'Refund ana@example.org',
      'ana-ruiz.pdf',
      'She is Ana',
      'José / A',
      '1.50',
      'x',
      'grep ana@example.org',
      'not json ana',
      'obj@example.org',
      'ana@example.org',
      '2125551234',
      'thanks',
      'by ana',
      'Escalate to bob',
      'bob@example.org',
      'bob@example.org',
      '2125551234',
      'ana',
      '77',
      'ana@example.org',
      'STOP',
      'v',
      '12345678',
    ]);
  });

  it('offers names, URLs and keys of data in the bare form', () => {
    expect(texts('bare')).toEqual([
      'ana_ruiz',
      'https://x.example/a.png?u=ana',
      'email',
      'amount',
      'lines',
      'to',
      'ok',
      'to',
      'n',
      'vendor_note',
      'phone',
      'owner',
      'ticket',
      'x_vendor',
      'k',
      'empty',
      'none',
    ]);
  });

  it('lets exempt fields be looked at only, and leaves documented words out', () => {
    expect(texts('refuse')).toEqual([
      'm-1',
      'call_1',
      'refund',
      'call_2',
      'sh',
      'call_3',
      'f',
      'call_4',
      'f',
      'call_1',
      'g',
      'refund',
      'email',
      'email',
      '^a',
      'email',
      's',
      '50256',
    ]);
    const [id] = at('/messages/2/tool_calls/0/id');
    expect(() => request.splice(new Map([[id!, [{ start: 0, end: 1, text: 'x' }]]]))).toThrow(RangeError);
  });

  it('looks at a role, type or setting that is not a documented word', () => {
    const odd = readChatRequest(
      '{"model":"m","temperature":"ana","messages":[{"role":"ana@example.org","content":"x"}]}',
    );
    expect(odd.slots.map(({ text, mode }) => [text, mode])).toEqual([
      ['m', 'refuse'],
      ['ana', 'edit'],
      ['ana@example.org', 'refuse'],
      ['x', 'edit'],
    ]);
  });

  it('labels leaves of arguments by their keys and says which message they belong to', () => {
    expect(request.slots.find((slot) => slot.text === 'José / A')).toMatchObject({
      path: '/messages/2/tool_calls/0/function/arguments#/email',
      label: 'email',
      kind: 'data',
      message: 2,
    });
    expect(request.slots.find((slot) => slot.text === 'Escalate to bob')?.message).toBeNull();
  });

  it('reports media, and puts a note in the place of a dropped part', () => {
    expect(request.media.map(({ path, kind, message }) => [path, kind, message])).toEqual([
      ['/messages/1/content/2/image_url/url', 'image', 1],
      ['/messages/1/content/3/input_audio/data', 'audio', 1],
      ['/messages/1/content/4/file/file_data', 'file', 1],
    ]);
    const dropped = JSON.parse(request.splice(new Map(), { drop: request.media }));
    expect(dropped.messages[1].content.slice(2)).toEqual(
      ['image', 'audio', 'file'].map((kind) => ({ type: 'text', text: `[${kind} removed]` })),
    );
  });

  it('edits in place and keeps every other byte', () => {
    const edits = new Map<TextSlot, Edit[]>();
    let expected = RAW;
    for (const slot of request.slots) {
      const found = /ana@example\.org|2125551234/.exec(slot.text);
      if (!found || slot.mode !== 'edit') continue;
      edits.set(slot, [{ start: found.index, end: found.index + found[0].length, text: '[TOKEN]' }]);
    }
    expected = expected.replaceAll('ana@example.org', '[TOKEN]').replace('\\"n\\":2125551234', '\\"n\\":\\"[TOKEN]\\"');
    expected = expected.replace('"phone":2125551234', '"phone":"[TOKEN]"');
    expect(request.splice(edits)).toBe(expected);
    expect(request.splice(new Map())).toBe(RAW);
  });

  it('puts whole texts back verbatim, over edits inside them', () => {
    const whole = request.texts.find((text) => text.field === 'tool_calls/0/function/arguments')!;
    expect(whole).toMatchObject({ message: 2, text: '{"email":"Jos\\u00e9 \\/ A", "amount": 1.50, "lines":["x"]}' });
    const inside = whole.slots.find((slot) => slot.text === 'x')!;
    const out = request.splice(new Map([[inside, [{ start: 0, end: 1, text: 'y' }]]]), {
      texts: new Map([[whole, '{"email":"[E]"}']]),
    });
    expect(JSON.parse(out).messages[2].tool_calls[0].function.arguments).toBe('{"email":"[E]"}');
    expect(request.texts.map(({ message, field }) => `${message}:${field}`)).toEqual([
      '0:content',
      '1:content/0/text',
      '2:reasoning_content',
      '2:tool_calls/0/function/arguments',
      '2:tool_calls/1/custom/input',
      '2:tool_calls/2/function/arguments',
      '3:content',
      '4:content',
      '4:function_call/arguments',
      '5:content',
    ]);
  });

  it('puts a preamble before the first message', () => {
    const out = request.splice(new Map(), { preamble: 'Keep "tokens".' });
    expect(out).toBe(RAW.replace('"messages": [', '"messages": [{"role":"system","content":"Keep \\"tokens\\"."},'));
    const empty = readChatRequest('{"model":"m","messages":[]}');
    expect(empty.splice(new Map(), { preamble: 'p' })).toBe(
      '{"model":"m","messages":[{"role":"system","content":"p"}]}',
    );
  });

  it('reads the tools and roles of ChatGLM3 servers', () => {
    const tool = {
      name: 'find',
      description: 'by ana',
      params: [{ name: 'email', description: 'of ana', type: 'str', required: true }],
    };
    const messages = [
      { role: 'system', content: 'x', tools: [tool] },
      {
        role: 'system',
        content: 'x',
        tools: { find: { name: 'find', description: 'by bo', parameters: { type: 'object' } } },
      },
      { role: 'assistant', metadata: 'find', content: "tool_call(a='b')" },
      { role: 'observation', content: 'seen' },
    ];
    const chatglm = readChatRequest(JSON.stringify({ model: 'm', return_function_call: true, messages }));
    expect(chatglm.messages.map(({ history }) => history)).toEqual([false, false, true, true]);
    const by = (mode: TextSlot['mode']) => chatglm.slots.filter((slot) => slot.mode === mode).map((slot) => slot.text);
    expect(by('edit')).toEqual(['x', 'by ana', 'of ana', 'x', 'by bo', "tool_call(a='b')", 'seen']);
    expect(by('bare')).toEqual([]);
  });

  it.each([
    ['[]', ''],
    ['{"messages":[]}', '/model'],
    ['{"model":"m"}', '/messages'],
    ['{"model":"m","messages":["x"]}', '/messages/0'],
    ['{"model":"m","model":"n","messages":[]}', '/model'],
    ['{"model":"m","messages":[],"messages":[{}]}', '/messages'],
  ])('refuses %s', (raw, pointer) => {
    expect(() => readChatRequest(raw)).toThrow(expect.objectContaining({ code: 'request.invalid', pointer }));
  });
});
