import { readCallText } from './call-text.js';
import type { TextCall, TextChat, TextMessage, TextTool } from './text-chat.js';
import type { TextDialect } from './text-dialect.js';
import { BlockParser } from './text-parser.js';

const INSTRUCTION = `You may call functions to answer. Their signatures stand within <tools></tools>:
<tools>
%tools%
</tools>
For each call, write a JSON object with the function's name and arguments within <tool_call></tool_call>:
<tool_call>
{"name": <function name>, "arguments": <arguments object>}
</tool_call>`;

/** Signatures as models are trained on them, one JSON object a line. */
export function toolLines(tools: readonly TextTool[]): string {
  return tools
    .map(({ name, description, parameters }) => {
      const inner = `"name": ${JSON.stringify(name)}, "description": ${JSON.stringify(description)}, "parameters": ${parameters}`;
      return `{"type": "function", "function": {${inner}}}`;
    })
    .join('\n');
}

function turn(role: string, text: string): string {
  return `<|im_start|>${role}\n${text}<|im_end|>\n`;
}

function chatMl(toolRole: 'tool' | 'user'): (chat: TextChat) => string {
  const write = (message: TextMessage): string => {
    if (message.role === 'tool') {
      return turn(toolRole, `<tool_response>\n${message.content}\n</tool_response>`);
    }
    const calls = message.calls.map((call) => `<tool_call>\n${callText(call)}\n</tool_call>`);
    return turn(message.role, [message.content, ...calls].filter((one) => one !== '').join('\n'));
  };
  return ({ messages, tools }) => {
    const [first, ...rest] = messages;
    const system = first?.role === 'system' ? first.content : '';
    const instruction = tools.length > 0 ? INSTRUCTION.replace('%tools%', () => toolLines(tools)) : '';
    const head = [system, instruction].filter((one) => one !== '').join('\n\n');
    const turns = first?.role === 'system' ? rest : messages;
    return `${(head === '' ? '' : turn('system', head)) + turns.map(write).join('')}<|im_start|>assistant\n`;
  };
}

function callText(call: TextCall): string {
  return `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`;
}

function parser(): BlockParser {
  return new BlockParser([
    { open: '<tool_call>', close: ['</tool_call>'], read: readCalls },
    { open: '<think>', close: ['</think>'], read: 'reasoning' },
    { open: '<|im_end|>', close: [], read: 'drop' },
  ]);
}

/** One call, or what Qwen3-Coder writes: `<function=name><parameter=key>raw text</parameter></function>`. */
function readCalls(body: string): TextCall[] | null {
  const call = readCallText(body.trim()) ?? readXmlCall(body);
  return call && [call];
}

const XML_CALL = /^\s*<function=([^>\n]+)>([\s\S]*?)<\/function>\s*$/;
const XML_PARAMETER = /<parameter=([^>\n]+)>\n?([\s\S]*?)\n?<\/parameter>/g;

function readXmlCall(body: string): TextCall | null {
  const call = XML_CALL.exec(body);
  if (!call) return null;
  const members = [...call[2]!.matchAll(XML_PARAMETER)].map(
    ([, key, raw]) => `${JSON.stringify(key)}: ${JSON.stringify(raw)}`,
  );
  return { name: call[1]!.trim(), arguments: `{${members.join(', ')}}` };
}

/** Hermes 2 and 3: ChatML with `<tool_call>`; results come back in a turn of the role `tool`. */
export const hermes: TextDialect = { name: 'hermes', render: chatMl('tool'), stop: ['<|im_end|>'], parser };

/** Qwen 2.5 and 3: as Hermes, but results come back in a turn of the user. */
export const qwen: TextDialect = { name: 'qwen', render: chatMl('user'), stop: ['<|im_end|>'], parser };
