import { readCallText } from './call-text.js';
import { pythonCall } from './python-literal.js';
import type { TextCall, TextChat, TextMessage, TextTool } from './text-chat.js';
import type { TextDialect } from './text-dialect.js';
import { BlockParser } from './text-parser.js';

/** Format of meta-llama/llama-models `models/llama3_1/prompt_format.md`; the tokenizer adds `<|begin_of_text|>` itself. */

const INSTRUCTION = `You may call one of the following functions. To call it, answer with a JSON object only, of the form
{"name": <function name>, "parameters": <object of argument names and values>}. Use no variables.

%tools%

`;

function render({ messages, tools }: TextChat): string {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first.content : '';
  const head = [tools.length > 0 ? 'Environment: ipython' : '', system].filter((one) => one !== '').join('\n\n');
  let turns = first?.role === 'system' ? rest : messages;
  if (tools.length > 0) turns = withTools(turns, tools);
  const opening = head === '' ? '' : turn('system', head);
  return `${opening}${turns.map(write).join('')}<|start_header_id|>assistant<|end_header_id|>\n\n`;
}

/** Tools stand in the first message of the user. */
function withTools(turns: readonly TextMessage[], tools: readonly TextTool[]): TextMessage[] {
  const lines = tools.map(
    ({ name, description, parameters }) =>
      `{"name": ${JSON.stringify(name)}, "description": ${JSON.stringify(description)}, "parameters": ${parameters}}`,
  );
  const text = INSTRUCTION.replace('%tools%', () => lines.join('\n'));
  const at = turns.findIndex(({ role }) => role === 'user');
  if (at === -1) return [{ role: 'user', content: text.trimEnd(), calls: [], tool: '', callId: '' }, ...turns];
  return turns.map((message, index) => (index === at ? { ...message, content: text + message.content } : message));
}

function write(message: TextMessage): string {
  if (message.role === 'tool') return turn('ipython', `{"output": ${JSON.stringify(message.content)}}`);
  if (message.calls.length === 0) return turn(message.role, message.content);
  // One call a turn; the model then waits for its result (`<|eom_id|>`).
  return message.calls
    .map(({ name, arguments: values }) =>
      turn('assistant', `<|python_tag|>{"name": ${JSON.stringify(name)}, "parameters": ${values}}`, '<|eom_id|>'),
    )
    .join('');
}

function turn(role: string, text: string, end = '<|eot_id|>'): string {
  return `<|start_header_id|>${role}<|end_header_id|>\n\n${text}${end}`;
}

const ENDS = ['<|eom_id|>', '<|eot_id|>'];

function parser(): BlockParser {
  return new BlockParser([
    { open: '<|python_tag|>', close: ENDS, read: readTagged },
    { open: '<function=', close: ['</function>'], read: readFunctionTag },
    { open: '{', close: ENDS, read: readJsonCalls, first: true },
    { open: '<|eot_id|>', close: [], read: 'drop' },
    { open: '<|eom_id|>', close: [], read: 'drop' },
  ]);
}

/** A JSON call, a call of a built-in tool (`brave_search.call(query="…")`), or Python source for the interpreter. */
function readTagged(body: string): TextCall[] {
  const json = readJsonCalls(body);
  if (json) return json;
  const call = pythonCall(body);
  if (call?.name.endsWith('.call')) return [{ name: call.name.slice(0, -'.call'.length), arguments: call.arguments }];
  return [{ name: 'code_interpreter', arguments: JSON.stringify({ code: body }) }];
}

/** Several calls are divided by semicolons. */
function readJsonCalls(body: string): TextCall[] | null {
  const one = readCallText(body.trim());
  if (one) return [one];
  const calls = body.split(/;\s*(?=\{)/).map((part) => readCallText(part.trim()));
  return calls.length > 1 && calls.every((call) => call !== null) ? calls : null;
}

function readFunctionTag(body: string): TextCall[] | null {
  const at = body.indexOf('>');
  const call =
    at === -1
      ? null
      : readCallText(`{"name": ${JSON.stringify(body.slice(0, at))}, "arguments": ${body.slice(at + 1)}}`);
  return call && [call];
}

export const llama3: TextDialect = { name: 'llama3', render, stop: ENDS, parser };
