import type { TextChat } from './text-chat.js';

/** The system messages at the head of a conversation as one: models are trained on one at most. */
export function oneSystemMessage(chat: TextChat): TextChat {
  const { messages } = chat;
  const count = messages.findIndex(({ role }) => role !== 'system');
  const head = messages.slice(0, count === -1 ? messages.length : count);
  const [first] = head;
  if (!first || head.length === 1) return chat;
  const content = head.map((one) => one.content).join('\n\n');
  return { ...chat, messages: [{ ...first, content }, ...messages.slice(head.length)] };
}
