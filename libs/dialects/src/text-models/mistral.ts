import { readCallText } from './call-text.js';
import { toolLines } from './hermes.js';
import type { TextCall, TextChat, TextMessage } from './text-chat.js';
import type { TextDialect } from './text-dialect.js';
import { BlockParser } from './text-parser.js';

/** Format of mistralai/mistral-common, instruct tokenizer v3; the answers of v2 to v13 are read. `<s>` is the tokenizer's. */

/** Words that open and close turns; in brackets, as vault tokens are, which no word of a message may become. */
const CONTROL = /\[(?=\/?(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|SYSTEM_PROMPT|ARGS|CALL_ID)\])/g;

function plain(text: string): string {
  return text.replace(CONTROL, '[\u200b').replaceAll('</s>', '<\u200b/s>');
}

function render({ messages, tools }: TextChat): string {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => plain(content));
  const turns = messages.filter(({ role }) => role !== 'system');
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const offered =
    tools.length > 0 ? `[AVAILABLE_TOOLS][${toolLines(tools).split('\n').join(', ')}][/AVAILABLE_TOOLS]` : '';
  if (last === -1) return `${offered}[INST]${system.join('\n\n')}[/INST]${turns.map(write).join('')}`;
  return turns
    .map((message, index) => {
      if (index !== last) return write(message);
      const text = [...system, plain(message.content)].filter((one) => one !== '').join('\n\n');
      return `${offered}[INST]${text}[/INST]`;
    })
    .join('');
}

function write(message: TextMessage): string {
  if (message.role === 'tool') {
    return `[TOOL_RESULTS]{"content": ${JSON.stringify(plain(message.content))}, "call_id": ${JSON.stringify(message.callId)}}[/TOOL_RESULTS]`;
  }
  if (message.role !== 'assistant') return `[INST]${plain(message.content)}[/INST]`;
  const calls = message.calls.map(
    ({ name, arguments: values, id }) =>
      `{"name": ${JSON.stringify(name)}, "arguments": ${plain(values)}, "id": ${JSON.stringify(id ?? '')}}`,
  );
  const said = plain(message.content);
  return `${said}${calls.length > 0 ? `[TOOL_CALLS][${calls.join(', ')}]` : ''}</s>`;
}

function parser(): BlockParser {
  return new BlockParser([
    { open: '[TOOL_CALLS]', close: ['</s>'], read: readCalls },
    { open: '[THINK]', close: ['[/THINK]'], read: 'reasoning' },
    { open: '</s>', close: [], read: 'drop' },
  ]);
}

const NAMED = /^\s*([\w.-]+)(?:\[CALL_ID\][A-Za-z0-9]*)?\[ARGS\]([\s\S]*)$/;

/** A list of calls (v2 to v7), or `name[ARGS]{…}`, several one after another (v11 and later). */
function readCalls(body: string): TextCall[] | null {
  const calls = body.split('[TOOL_CALLS]').flatMap((part): (TextCall | null)[] => {
    const named = NAMED.exec(part);
    if (named) return [readCallText(`{"name": ${JSON.stringify(named[1])}, "arguments": ${named[2]!.trim() || '{}'}}`)];
    return readList(part.trim());
  });
  return calls.length > 0 && calls.every((call) => call !== null) ? calls : null;
}

function readList(text: string): (TextCall | null)[] {
  const items = itemsOf(text);
  return items ? items.map(readCallText) : [readCallText(text)];
}

/** The objects of a JSON list in their own spelling; null when it is none. */
function itemsOf(text: string): string[] | null {
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  const items: string[] = [];
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let at = 1; at < text.length - 1; at += 1) {
    const one = text[at];
    if (inString) {
      if (one === '\\') at += 1;
      else if (one === '"') inString = false;
    } else if (one === '"') inString = true;
    else if (one === '{' || one === '[') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (one === '}' || one === ']') {
      depth -= 1;
      if (depth === 0) items.push(text.slice(start, at + 1));
    }
  }
  return items;
}

export const mistral: TextDialect = { name: 'mistral', render, stop: ['</s>'], parser };
