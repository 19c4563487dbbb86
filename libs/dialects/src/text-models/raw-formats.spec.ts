import { describe, expect, it } from '@jest/globals';
import { deepseek } from './deepseek.js';
import { mistral } from './mistral.js';
import type { TextDialect } from './text-dialect.js';
import type { TextEvent } from './text-parser.js';

function joined(events: readonly TextEvent[]): unknown[] {
  const out: [string, unknown][] = [];
  for (const event of events) {
    const content = event.kind === 'call' ? event.call : event.text;
    const last = out.at(-1);
    if (event.kind !== 'call' && last?.[0] === event.kind) last[1] = `${last[1]}${event.text}`;
    else out.push([event.kind, content]);
  }
  return out;
}

/** What a text is read as, the same for every cut of it in two and for single characters. */
function read(dialect: TextDialect, text: string): unknown[] {
  const run = (parts: readonly string[]) => {
    const parser = dialect.parser(['find', 'send']);
    return joined([...parts.flatMap((part) => parser.push(part)), ...parser.end()]);
  };
  const whole = run([text]);
  for (let cut = 1; cut < text.length; cut += 1) expect(run([text.slice(0, cut), text.slice(cut)])).toEqual(whole);
  expect(run([...text])).toEqual(whole);
  return whole;
}

const call = (name: string, values: string) => ['call', { name, arguments: values }];
const EMAIL = '{"email": "[EMAIL_7Q4KX2M9WA]"}';

describe('raw answers of Mistral models', () => {
  it.each([
    ['v2 to v7', `[TOOL_CALLS][{"name": "find", "arguments": ${EMAIL}, "id": "VvvODy9mT"}]</s>`],
    ['v11 with an id', `[TOOL_CALLS]find[CALL_ID]VvvODy9mT[ARGS]${EMAIL}`],
    ['v13', `[TOOL_CALLS]find[ARGS]${EMAIL}</s>`],
  ])('are read as calls: %s', (_, text) => {
    expect(read(mistral, text)).toEqual([call('find', EMAIL)]);
  });

  it('may hold several calls, and text and tokens that are none of the format’s words', () => {
    const two = `[{"name": "find", "arguments": {"a": "]}, {"}}, {"name": "send", "arguments": ${EMAIL}}]`;
    const read2 = read(mistral, `I ask [PERSON_7Q4KX2M9WA]. [TOOL_CALLS]${two}`);
    expect(read2).toEqual([
      ['text', 'I ask [PERSON_7Q4KX2M9WA]. '],
      call('find', '{"a": "]}, {"}'),
      call('send', EMAIL),
    ]);
    expect(read(mistral, `[TOOL_CALLS]find[ARGS]{}[TOOL_CALLS]send[ARGS]${EMAIL}`)).toEqual([
      call('find', '{}'),
      call('send', EMAIL),
    ]);
  });

  it('lose nothing when what follows is no call', () => {
    expect(read(mistral, '[TOOL_CALLS]nothing to see')).toEqual([['text', '[TOOL_CALLS]nothing to see']]);
  });
});

describe('raw answers of DeepSeek models', () => {
  const calls = (...list: string[]) =>
    `<｜tool▁calls▁begin｜>${list.map((one) => `<｜tool▁call▁begin｜>${one}<｜tool▁call▁end｜>`).join('\n')}<｜tool▁calls▁end｜>`;

  it.each([
    ['V3 and R1', `function<｜tool▁sep｜>find\n\`\`\`json\n${EMAIL}\n\`\`\``],
    ['V3.1', `find<｜tool▁sep｜>${EMAIL}`],
  ])('are read as calls: %s', (_, one) => {
    expect(read(deepseek, `${calls(one)}<｜end▁of▁sentence｜>`)).toEqual([call('find', EMAIL)]);
  });

  it('may think first, say something, and call twice', () => {
    const text = `<think>Who is [PERSON_7Q4KX2M9WA]?</think>One moment.${calls(`find<｜tool▁sep｜>${EMAIL}`, 'send<｜tool▁sep｜>{}')}`;
    expect(read(deepseek, text)).toEqual([
      ['reasoning', 'Who is [PERSON_7Q4KX2M9WA]?'],
      ['text', 'One moment.'],
      call('find', EMAIL),
      call('send', '{}'),
    ]);
  });

  it('lose nothing when what stands between the marks is no call', () => {
    const broken = calls('find');
    expect(read(deepseek, broken)).toEqual([['text', broken]]);
  });
});
