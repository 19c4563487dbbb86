import { describe, expect, it } from '@jest/globals';
import { fakeLanes } from '../testing/fake-lanes.js';
import { readChatResponse } from './read-chat-response.js';

const values = { P: 'Ana "Annie" Ruiz\nC:\\tmp é', E: 'ana@example.org' };

describe('Chat Completions answer', () => {
  it('rewrites every text of every choice in its own container and keeps every other byte', () => {
    const raw = `{"id":"c1", "created":1.0,"x":[ ],"choices":[
      {"index":0,"message":{"role":"assistant","content":"Hi <<P>>, caf\\u00e9","refusal":null,"reasoning_content":"about <<P>>",
       "tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{\\"n\\":\\"<<P>>\\",\\"amt\\":1.50}"}},
       {"id":"u","type":"custom","custom":{"name":"sh","input":"grep <<E>>"}}],
       "annotations":[{"type":"url_citation","url_citation":{"title":"<<P>>","url":"https://x/<<E>>"}}]},
       "logprobs":{"content":[{"token":"<<"}]},"finish_reason":"stop"},
      {"index":1,"message":{"role":"assistant","content":"same","function_call":{"name":"g","arguments":{"to":"<<E>>"}}},"logprobs":null},
      {"index":2,"message":{"role":"assistant","content":"none"},"logprobs":{"content":[]}}],"usage":{"total_tokens":9}}`;
    const { open, lanes } = fakeLanes(values);
    const name = 'Ana \\"Annie\\" Ruiz\\nC:\\\\tmp é';
    const inArguments = JSON.stringify(JSON.stringify(values.P).slice(1, -1)).slice(1, -1);
    const expected = raw
      .replace('{\\"n\\":\\"<<P>>\\"', `{\\"n\\":\\"${inArguments}\\"`)
      .replaceAll('<<P>>', () => name)
      .replaceAll('<<E>>', 'ana@example.org')
      .replace('{"content":[{"token":"<<"}]}', 'null');
    expect(readChatResponse(raw).rewrite(open)).toBe(expected);
    expect(JSON.parse(JSON.parse(expected).choices[0].message.tool_calls[0].function.arguments)).toEqual({
      n: values.P,
      amt: 1.5,
    });
    expect(lanes.map(({ choice, field, container, tool }) => [choice, field, container, tool])).toEqual([
      [0, 'reasoning_content', 'text', undefined],
      [0, 'content', 'text', undefined],
      [0, 'tool_calls/0/arguments', 'json', 'f'],
      [0, 'tool_calls/1/input', 'text', 'sh'],
      [0, 'annotations/title', 'text', undefined],
      [0, 'annotations/url', 'text', undefined],
      [1, 'content', 'text', undefined],
      [1, 'function_call/arguments', 'text', 'g'],
      [1, 'function_call/arguments', 'text', 'g'],
      [2, 'content', 'text', undefined],
    ]);
  });

  it('rewrites the history that ChatGLM3 servers repeat, with calls as Python', () => {
    const raw = JSON.stringify({
      choices: [
        {
          index: 0,
          message: { content: 'x' },
          history: [
            { role: 'user', content: 'I am <<P>>' },
            { role: 'assistant', metadata: 'find', content: "tool_call(a='<<E>>')" },
          ],
        },
      ],
    });
    const { open, lanes } = fakeLanes(values);
    expect(
      JSON.parse(readChatResponse(raw).rewrite(open)).choices[0].history.map((one: { content: string }) => one.content),
    ).toEqual([`I am ${values.P}`, "tool_call(a='ana@example.org')"]);
    expect(lanes.map(({ field, container }) => `${field}:${container}`)).toEqual([
      'content:text',
      'history:text',
      'history:python',
    ]);
  });

  it('writes into JSON content as JSON when the request asked for it', () => {
    const raw = JSON.stringify({ choices: [{ index: 0, message: { content: '{"name":"<<P>>"}' } }] });
    const out = JSON.parse(readChatResponse(raw, { jsonAnswer: true }).rewrite(fakeLanes(values).open));
    expect(JSON.parse(out.choices[0].message.content)).toEqual({ name: values.P });
  });

  it('rewrites the message of an error', () => {
    const raw = '{"error":{"message":"Invalid content: <<E>>","param":"messages"}}';
    expect(readChatResponse(raw).rewrite(fakeLanes(values).open)).toBe(raw.replace('<<E>>', values.E));
  });

  it('offers the texts of the choices as slots', () => {
    const raw =
      '{"id":"x","choices":[{"message":{"role":"assistant","content":"new person"}},{"message":{"content":"two"}}]}';
    const body = readChatResponse(raw);
    expect(body.slots.map(({ text, message }) => [text, message])).toEqual([
      ['new person', 0],
      ['two', 1],
    ]);
    expect(body.splice(new Map([[body.slots[1]!, [{ start: 0, end: 3, text: '2' }]]]))).toBe(raw.replace('two', '2'));
  });

  it('refuses what is not JSON as the fault of the upstream', () => {
    expect(() => readChatResponse('<html>')).toThrow(expect.objectContaining({ code: 'upstream.rejected' }));
    expect(() => readChatResponse('['.repeat(5000))).toThrow(expect.objectContaining({ code: 'upstream.rejected' }));
  });
});
