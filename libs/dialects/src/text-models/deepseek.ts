import { readCallText } from './call-text.js';
import type { TextCall, TextChat, TextMessage } from './text-chat.js';
import type { TextDialect } from './text-dialect.js';
import { BlockParser } from './text-parser.js';

/** Format of the chat templates of DeepSeek V3 and V3.1; the answers of both, and of R1, are read. */

const CALLS = ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'] as const;
const CALL = ['<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'] as const;
const OUTPUT = ['<｜tool▁output▁begin｜>', '<｜tool▁output▁end｜>'] as const;
const SEPARATOR = '<｜tool▁sep｜>';
const END = '<｜end▁of▁sentence｜>';

const INSTRUCTION = `## Tools
You can call these tools:

%tools%

Write calls in this form only, arguments as a JSON object:
${CALLS[0]}${CALL[0]}name${SEPARATOR}arguments${CALL[1]}${CALLS[1]}`;

function render({ messages, tools }: TextChat): string {
  const lines = tools.map(
    ({ name, description, parameters }) => `### ${name}\nDescription: ${description}\n\nParameters: ${parameters}`,
  );
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const head = [...system, ...(tools.length > 0 ? [INSTRUCTION.replace('%tools%', () => lines.join('\n\n'))] : [])];
  const turns = messages.filter(({ role }) => role !== 'system');
  // Behind a tool's result the assistant goes on within its own turn.
  const next = turns.at(-1)?.role === 'tool' ? '' : '<｜Assistant｜></think>';
  return `${head.join('\n\n')}${turns.map(write).join('')}${next}`;
}

function write(message: TextMessage): string {
  if (message.role === 'tool') return `${OUTPUT[0]}${message.content}${OUTPUT[1]}`;
  if (message.role !== 'assistant') return `<｜User｜>${message.content}`;
  const calls = message.calls.map(({ name, arguments: values }) => `${CALL[0]}${name}${SEPARATOR}${values}${CALL[1]}`);
  const block = calls.length > 0 ? `${CALLS[0]}${calls.join('')}${CALLS[1]}` : '';
  return `<｜Assistant｜></think>${message.content}${block}${END}`;
}

function parser(): BlockParser {
  return new BlockParser([
    { open: CALLS[0], close: [CALLS[1], END], read: readCalls },
    { open: '<think>', close: ['</think>'], read: 'reasoning' },
    { open: END, close: [], read: 'drop' },
  ]);
}

const FENCE = /^```[a-z]*\n([\s\S]*?)\n?```$/;

function readCalls(body: string): TextCall[] | null {
  const parts = body.split(CALL[0]).slice(1);
  const calls = parts.map((part) => readCall(part.split(CALL[1])[0]!));
  return calls.length > 0 && calls.every((call) => call !== null) ? calls : null;
}

/** `name<sep>{…}` (V3.1), or `function<sep>name` and a fence (V3). */
function readCall(text: string): TextCall | null {
  const [first, second] = text.split(SEPARATOR);
  if (first === undefined || second === undefined) return null;
  const at = second.indexOf('\n');
  const old = first.trim() === 'function' && at !== -1 && second.slice(at).trimStart().startsWith('```');
  const name = (old ? second.slice(0, at) : first).trim();
  const values = (old ? second.slice(at) : second).trim().replace(FENCE, '$1');
  return readCallText(`{"name": ${JSON.stringify(name)}, "arguments": ${values === '' ? '{}' : values}}`);
}

export const deepseek: TextDialect = { name: 'deepseek', render, stop: [END], parser };
