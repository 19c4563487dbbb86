import { argumentsOf, chatGlmCall, fenced, INTERPRETER } from './chatglm3-messages.js';
import { jsonToPython } from './python-literal.js';
import type { TextCall, TextChat, TextMessage, TextTool } from './text-chat.js';
import type { TextDialect } from './text-dialect.js';
import type { TextEvent, TextParser } from './text-parser.js';

/** Format of THUDM/ChatGLM3 `PROMPT_en.md`: a turn is `<|role|>metadata`, a line break, and its text. */

const INSTRUCTION = 'Answer the following questions as best as you can. You have access to the following tools:';

/** Format 1 lists parameters one by one (`params`); format 2 keeps the JSON Schema (`parameters`). */
export type ChatGlmToolFormat = 1 | 2;

export function chatglm3(format: ChatGlmToolFormat = 2): TextDialect {
  return {
    name: 'chatglm3',
    render: (chat) => render(chat, format),
    stop: ['<|user|>', '<|observation|>'],
    parser: (toolNames) => new ChatGlmParser(toolNames),
  };
}

function render({ messages, tools }: TextChat, format: ChatGlmToolFormat): string {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first.content : '';
  const list =
    tools.length > 0
      ? `${system.includes(INSTRUCTION) ? '' : `${INSTRUCTION}\n`}${JSON.stringify(
          tools.map((tool) => toolOf(tool, format)),
          null,
          4,
        )}`
      : '';
  const head = [system, list].filter((one) => one !== '').join('\n');
  const turns = first?.role === 'system' ? rest : messages;
  return `${head === '' ? '' : `<|system|>\n${head}`}${turns.map(write).join('')}<|assistant|>`;
}

function toolOf({ name, description, parameters, chatGlm }: TextTool, format: ChatGlmToolFormat): object {
  if (chatGlm !== undefined) return JSON.parse(chatGlm) as object;
  const schema = argumentsOf(parameters) as {
    properties?: Record<string, { description?: string; type?: string }>;
    required?: string[];
  };
  if (format === 2) return { name, description, parameters: schema };
  const params = Object.entries(schema.properties ?? {}).map(([key, one]) => ({
    name: key,
    description: one.description ?? '',
    type: one.type ?? 'string',
    required: schema.required?.includes(key) ?? false,
  }));
  return { name, description, params };
}

function write(message: TextMessage): string {
  // The model knows a picture that a tool made by this word; the picture itself was dropped.
  if (message.role === 'tool') return `<|observation|>\n${message.content.replace(/^\[image removed\]$/, '[Image]')}`;
  if (message.role !== 'assistant') return `<|${message.role}|>\n${message.content}`;
  const said = message.content === '' ? '' : `<|assistant|>\n${message.content}`;
  return said + message.calls.map((call) => `<|assistant|>${call.name}\n${callSource(call)}`).join('');
}

/** A call as Python source in a fence. */
export function callSource(call: TextCall): string {
  const values = argumentsOf(call.arguments);
  const code = values.code;
  if (call.name === INTERPRETER && typeof code === 'string') return fenced(code);
  const list = Object.entries(values).map(([key, value]) => `${key}=${jsonToPython(value)}`);
  return fenced(`tool_call(${list.join(', ')})`);
}

/** The first line of an answer names a tool, or is empty and text follows. */
class ChatGlmParser implements TextParser {
  private buffer = '';
  private mode: 'head' | 'text' | 'call' = 'head';
  private tool = '';
  private readonly names: ReadonlySet<string>;

  constructor(toolNames: readonly string[]) {
    this.names = new Set([...toolNames, INTERPRETER]);
  }

  push(fragment: string): TextEvent[] {
    if (this.mode === 'text') return textEvents(fragment);
    this.buffer += fragment;
    if (this.mode === 'call') return [];
    const at = this.buffer.indexOf('\n');
    const head = at === -1 ? this.buffer : this.buffer.slice(0, at);
    if (at === -1) {
      if ([...this.names].some((name) => name.startsWith(head.trim()))) return [];
    } else if (this.names.has(head.trim())) {
      this.mode = 'call';
      this.tool = head.trim();
      this.buffer = this.buffer.slice(at + 1);
      return [];
    }
    this.mode = 'text';
    // An empty first line is the header of a plain answer, not a part of it.
    return textEvents(head.trim() === '' && at !== -1 ? this.buffer.slice(at + 1) : this.buffer);
  }

  end(): TextEvent[] {
    if (this.mode === 'text') return [];
    if (this.mode === 'head') return textEvents(this.buffer);
    const call = chatGlmCall(this.tool, this.buffer);
    return call ? [{ kind: 'call', call }] : textEvents(`${this.tool}\n${this.buffer}`);
  }
}

function textEvents(text: string): TextEvent[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}
