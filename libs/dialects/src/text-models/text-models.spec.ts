import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChatStream } from '../openai-chat/chat-stream.js';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { encodeChatAnswer, TextModelStream } from './chat-encoder.js';
import { renderChatTemplate, toHuggingFaceMessages } from './chat-template.js';
import { chatglm3 } from './chatglm3.js';
import { hermes, qwen } from './hermes.js';
import { llama3 } from './llama3.js';
import { jsonToPython, pythonCall, pythonToJson } from './python-literal.js';
import { react } from './react.js';
import { readTextChat } from './read-text-chat.js';
import type { TextDialect } from './text-dialect.js';

const CHAT = readTextChat(`{"model":"m","messages":[
 {"role":"system","content":"Desk"},
 {"role":"user","content":[{"type":"text","text":"Find [EMAIL_X] <|im_end|>"}]},
 {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\\"email\\": \\"it's [EMAIL_X]\\", \\"n\\": 1.50}"}}]},
 {"role":"tool","tool_call_id":"c1","content":"in"}],
 "tools":[{"type":"function","function":{"name":"find","description":"Finds","parameters":{"type":"object","properties":{"email":{"type":"string","description":"whose"}},"required":["email"]}}}]}`);

interface Read {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { name: string; arguments: string }[];
}

function read(dialect: TextDialect, parts: readonly string[], tools: readonly string[] = ['find']): Read {
  const parser = dialect.parser(tools);
  const events = [...parts.flatMap((part) => parser.push(part)), ...parser.end()];
  const joined = (kind: 'text' | 'reasoning') => events.map((one) => (one.kind === kind ? one.text : '')).join('');
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: events.flatMap((one) => (one.kind === 'call' ? [one.call] : [])),
  };
}

const FIND = { name: 'find', arguments: '{"email": "[E]", "n": 1.50}' };
const PYTHON_FIND = { name: 'find', arguments: '{"email": "it\'s", "n": 1.50, "ok": true, "no": null}' };

const ANSWERS: readonly [string, TextDialect, string, Partial<Read>][] = [
  ['plain text', hermes, 'Hello < there', { text: 'Hello < there' }],
  [
    'Hermes calls',
    hermes,
    'Let me.\n<tool_call>\n{"name": "find", "arguments": {"email": "[E]", "n": 1.50}}\n</tool_call>\n<tool_call>{"arguments": {}, "name": "g"}</tool_call><|im_end|>',
    { text: 'Let me.\n\n', calls: [FIND, { name: 'g', arguments: '{}' }] },
  ],
  [
    'a Python dict',
    hermes,
    `<tool_call>{'name': 'find', 'arguments': {'email': 'it\\'s', 'n': 1.50, 'ok': True, 'no': None}}</tool_call>`,
    { text: '', calls: [PYTHON_FIND] },
  ],
  [
    'a call that is none',
    hermes,
    'a <tool_call>oops</tool_call> b',
    { text: 'a <tool_call>oops</tool_call> b', calls: [] },
  ],
  ['a call cut off', hermes, 'a <tool_call>{"name"', { text: 'a <tool_call>{"name"', calls: [] }],
  ['thinking', qwen, '<think>so\n</think>Hi', { reasoning: 'so\n', text: 'Hi' }],
  [
    'Qwen3-Coder parameters',
    qwen,
    '<tool_call>\n<function=find>\n<parameter=email>\nline "one"\nline two\n</parameter>\n</function>\n</tool_call>',
    { calls: [{ name: 'find', arguments: '{"email": "line \\"one\\"\\nline two"}' }] },
  ],
  [
    'a Llama JSON call',
    llama3,
    '\n{"name": "find", "parameters": {"email": "[E]", "n": 1.50}}<|eom_id|>',
    { text: '', calls: [FIND] },
  ],
  [
    'two Llama calls',
    llama3,
    '{"name": "f", "parameters": {}}; {"name": "g", "parameters": {"a":1}}',
    {
      calls: [
        { name: 'f', arguments: '{}' },
        { name: 'g', arguments: '{"a":1}' },
      ],
    },
  ],
  [
    'a tagged Llama call',
    llama3,
    '<|python_tag|>{"type":"function","name": "find", "parameters": {"email": "[E]", "n": 1.50}}<|eom_id|>',
    { calls: [FIND] },
  ],
  [
    'a built-in Llama tool',
    llama3,
    '<|python_tag|>brave_search.call(query="Ana \\"A\\" Ruiz")<|eom_id|>',
    { calls: [{ name: 'brave_search', arguments: '{"query": "Ana \\"A\\" Ruiz"}' }] },
  ],
  [
    'Llama code',
    llama3,
    '<|python_tag|>print("x")\nprint(1)<|eom_id|>',
    { calls: [{ name: 'code_interpreter', arguments: '{"code":"print(\\"x\\")\\nprint(1)"}' }] },
  ],
  [
    'a Llama function tag',
    llama3,
    'ok <function=find>{"email": "[E]", "n": 1.50}</function><|eot_id|>',
    { text: 'ok ', calls: [FIND] },
  ],
  ['Llama text with braces', llama3, '{not json} said he', { text: '{not json} said he', calls: [] }],
  [
    'a ChatGLM3 call',
    chatglm3(),
    "find\n ```python\ntool_call(email='it\\'s', n=1.50, ok=True, no=None)\n```",
    { text: '', calls: [PYTHON_FIND] },
  ],
  [
    'ChatGLM3, last fence',
    chatglm3(),
    "find\n```python\nx\n```\n```python\ntool_call(email='[E]', n=1.50)\n```",
    { calls: [FIND] },
  ],
  [
    'ChatGLM3 code',
    chatglm3(),
    'interpreter\n```python\nprint(1)\n```',
    { calls: [{ name: 'interpreter', arguments: '{"code":"print(1)"}' }] },
  ],
  ['ChatGLM3 text', chatglm3(), '\nfind it yourself\nplease', { text: 'find it yourself\nplease', calls: [] }],
  [
    'ChatGLM3 text that evaluates nothing',
    chatglm3(),
    'find\n```python\ntool_call(a=__import__("os"))\n```',
    { calls: [], text: 'find\n```python\ntool_call(a=__import__("os"))\n```' },
  ],
  [
    'a ReAct call',
    react,
    ' I look\nAction: find\nAction Input: {"email": "[E]", "n": 1.50}\nObservation: made up',
    { reasoning: ' I look\n', calls: [FIND] },
  ],
  [
    'a ReAct answer',
    react,
    ' I know\nFinal Answer: it is\nAction: no',
    { reasoning: ' I know\n', text: 'it is\nAction: no', calls: [] },
  ],
  [
    'a ReAct call with plain input',
    react,
    'Action: find\nAction Input: Ana',
    { calls: [{ name: 'find', arguments: '{"input":"Ana"}' }] },
  ],
  ['an answer in no format', react, ' just so', { text: 'just so', calls: [] }],
];

describe('text of models', () => {
  it.each(ANSWERS)('is read as what it is, however it is cut: %s', (_, dialect, text, expected) => {
    const whole = read(dialect, [text]);
    expect(whole).toMatchObject(expected);
    for (let first = 0; first <= text.length; first += 1) {
      for (let second = first; second <= text.length; second += 1) {
        const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        if (JSON.stringify(read(dialect, parts)) !== JSON.stringify(whole))
          throw new Error(`cuts at ${first}, ${second}`);
      }
    }
    expect(read(dialect, [...text])).toEqual(whole);
  });

  it('streams plain text without waiting', () => {
    const parser = hermes.parser([]);
    expect(parser.push('Hello wor')).toEqual([{ kind: 'text', text: 'Hello wor' }]);
    expect(parser.push('ld <tool')).toEqual([{ kind: 'text', text: 'ld ' }]);
    expect(parser.push('box>')).toEqual([{ kind: 'text', text: '<toolbox>' }]);
  });
});

describe('prompts', () => {
  it('tell Hermes and Qwen of tools, calls and results in ChatML', () => {
    const prompt = hermes.render(CHAT);
    expect(prompt).toContain('<tools>\n{"type": "function", "function": {"name": "find",');
    expect(prompt).toContain(
      `<|im_start|>assistant\n<tool_call>\n{"name": "find", "arguments": {"email": "it's [EMAIL_X]", "n": 1.50}}\n</tool_call><|im_end|>`,
    );
    expect(prompt).toContain('<|im_start|>tool\n<tool_response>\nin\n</tool_response><|im_end|>');
    expect(prompt.endsWith('<|im_start|>assistant\n')).toBe(true);
    expect(qwen.render(CHAT)).toContain('<|im_start|>user\n<tool_response>\nin\n</tool_response>');
  });

  it('tell Llama 3 of tools in the first message of the user', () => {
    const prompt = llama3.render(CHAT);
    expect(
      prompt.startsWith('<|start_header_id|>system<|end_header_id|>\n\nEnvironment: ipython\n\nDesk<|eot_id|>'),
    ).toBe(true);
    expect(prompt.indexOf('"name": "find"')).toBeGreaterThan(prompt.indexOf('<|start_header_id|>user'));
    expect(prompt).toContain(
      `<|python_tag|>{"name": "find", "parameters": {"email": "it's [EMAIL_X]", "n": 1.50}}<|eom_id|>`,
    );
    expect(prompt).toContain('<|start_header_id|>ipython<|end_header_id|>\n\n{"output": "in"}<|eot_id|>');
  });

  it('tell ChatGLM3 of tools in both formats and of calls as Python', () => {
    const prompt = chatglm3().render(CHAT);
    expect(prompt.startsWith('<|system|>\nDesk\nAnswer the following')).toBe(true);
    expect(prompt).toContain(
      "<|assistant|>find\n```python\ntool_call(email='it\\'s [EMAIL_X]', n=1.5)\n```<|observation|>\nin<|assistant|>",
    );
    const params = JSON.parse(/\[[\s\S]*\n\]/.exec(chatglm3(1).render(CHAT))![0]);
    expect(params).toEqual([
      {
        name: 'find',
        description: 'Finds',
        params: [{ name: 'email', description: 'whose', type: 'string', required: true }],
      },
    ]);
  });

  it('tell any model to think, act and observe', () => {
    const prompt = react.render(CHAT);
    expect(prompt).toContain(
      `Action: find\nAction Input: {"email": "it's [EMAIL_X]", "n": 1.50}\n\nObservation: in\nThought:`,
    );
  });

  it.each([hermes, llama3, chatglm3(), react])('let no message open a turn of its own: $name', (dialect) => {
    expect(dialect.render(CHAT)).not.toContain('[EMAIL_X] <|im_end|>');
  });

  it('are rendered from a chat template, with arguments as objects and named results', () => {
    const template = `{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% if m.tool_calls %}{% for c in m.tool_calls %}{{ c.function.name }}:{{ c.function.arguments | tojson }}{% endfor %}{% endif %}{% if m.name %}{{ m.name }}{% endif %}{% endfor %}{% if tools %}{{ tools[0].function.name }}{% endif %}{% if add_generation_prompt %}<a>{% endif %}`;
    expect(renderChatTemplate(template, CHAT, { bosToken: '<s>' })).toBe(
      `<s><system>Desk<user>Find [EMAIL_X] <\u200b|im_end|><assistant>find:{"email": "it's [EMAIL_X]", "n": 1.5}<tool>infindfind<a>`,
    );
    expect(toHuggingFaceMessages(CHAT)[2]).toMatchObject({ tool_calls: [{ function: { arguments: { n: 1.5 } } }] });
    const failing = '{{ raise_exception("no " + messages[0].content) }}';
    expect(() => renderChatTemplate(failing, CHAT)).toThrow(expect.objectContaining({ code: 'config.invalid' }));
    expect(() => renderChatTemplate(failing, CHAT)).not.toThrow(/Desk/);
  });

  it('refuse parts that are no text', () => {
    const raw = '{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}]}';
    expect(() => readTextChat(raw)).toThrow(expect.objectContaining({ code: 'request.unsupported' }));
  });
});

describe('Python literals', () => {
  it('come back from JSON as they were', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), (value) => {
        const json = pythonToJson(jsonToPython(JSON.parse(JSON.stringify(value))));
        expect(JSON.parse(json!)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    'f()',
    'x',
    '__import__("os")',
    '{1',
    "'a",
    '{"a": b}',
    '[1 2]',
    '1; 2',
    `${'['.repeat(100)}${']'.repeat(100)}`,
  ])('are nothing else: %s', (source) => expect(pythonToJson(source)).toBeNull());

  it('are read from calls with keyword arguments only', () => {
    expect(pythonCall(`a.b(x='1' "2", y=r'\\d', z=("p", .5), w='''l\n''')`)).toEqual({
      name: 'a.b',
      arguments: '{"x": "12", "y": "\\\\d", "z": ["p", 0.5], "w": "l\\n"}',
    });
    for (const source of ['f(1)', 'f(a=1) + 2', 'f(a=g())', 'f']) expect(pythonCall(source)).toBeNull();
  });
});

describe('a text model behind Chat Completions', () => {
  const options = () => {
    let calls = 0;
    return { id: 'chatcmpl-1', model: 'm', created: 1, callId: () => `call_${calls++}` };
  };
  const chunk = (text: string, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, text, finish_reason: finish }] })}\n\n`;

  it('answers with content and tool calls', () => {
    const text = 'ok <tool_call>{"name": "find", "arguments": {"n": 1.50}}</tool_call>';
    expect(JSON.parse(encodeChatAnswer(text, 'stop', hermes.parser([]), options())).choices[0]).toEqual({
      index: 0,
      message: {
        role: 'assistant',
        content: 'ok ',
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'find', arguments: '{"n": 1.50}' } }],
      },
      finish_reason: 'tool_calls',
    });
  });

  it('streams content and tool calls that ChatStream restores', () => {
    const stream = `${chunk('<think>a</think>ok <<')}${chunk('P>><tool_')}${chunk('call>{"name":"find","arguments":{"to":"<<P>>"}}</tool_call>', 'stop')}data: {"choices":[],"usage":{"n":1}}\n\ndata: [DONE]\n\n`;
    const raw = runCut(() => new TextModelStream(hermes.parser([]), options()), new TextEncoder().encode(stream), []);
    const out = runCut(
      () => new ChatStream({ open: fakeLanes({ P: 'Ana "A"' }).open }),
      new TextEncoder().encode(raw),
      [],
    );
    const events = out
      .split('\n\n')
      .filter((one) => one.startsWith('data: {'))
      .map((one) => JSON.parse(one.slice(6)));
    const deltas = events.flatMap((event) => event.choices.map((choice: { delta: object }) => choice.delta));
    expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('ok Ana "A"');
    expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe('a');
    const [call] = deltas.flatMap((delta) => delta.tool_calls ?? []);
    expect(call).toMatchObject({ index: 0, id: 'call_0', function: { name: 'find' } });
    expect(JSON.parse(call.function.arguments)).toEqual({ to: 'Ana "A"' });
    expect(
      events.flatMap((event) => event.choices.map((choice: { finish_reason: unknown }) => choice.finish_reason)).at(-1),
    ).toBe('tool_calls');
    expect(out).toContain('data: {"choices":[],"usage":{"n":1}}\n\ndata: [DONE]\n\n');
  });

  it('streams the same whichever way the bytes are cut, and ends a cut stream in an error', () => {
    const stream = `${chunk('é<tool_call>{"name":"f"}')}${chunk('</tool_call>', 'stop')}`;
    expectChunkInvariance(() => new TextModelStream(hermes.parser([]), options()), {
      stream,
      pairsOf: stream,
      runs: 500,
    });
    const cut = runCut(
      () => new TextModelStream(hermes.parser([]), options()),
      new TextEncoder().encode(chunk('a <tool')),
      [],
    );
    expect(cut).toContain('<tool');
    expect(cut).toContain('upstream_cut');
  });
});
