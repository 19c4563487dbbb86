import { callSource } from './chatglm3.js';
import type { TextCall, TextChat, TextMessage } from './text-chat.js';

interface HistoryEntry {
  readonly role: string;
  readonly metadata?: string;
  readonly content: string;
}

/** The conversation with its answer as ChatGLM3 servers give it back: calls as Python source behind the tool's name. */
export function chatGlmHistory(chat: TextChat, answer: string, call: TextCall | undefined): HistoryEntry[] {
  return [
    ...chat.messages.flatMap(entriesOf),
    { role: 'assistant', metadata: call?.name ?? '', content: call ? ` ${callSource(call)}` : answer },
  ];
}

function entriesOf({ role, content, calls }: TextMessage): HistoryEntry[] {
  if (role === 'tool') return [{ role: 'observation', content }];
  if (role !== 'assistant') return [{ role, content }];
  const said = content === '' ? [] : [{ role, metadata: '', content }];
  return [...said, ...calls.map((call) => ({ role, metadata: call.name, content: ` ${callSource(call)}` }))];
}
