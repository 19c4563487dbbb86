import { type JsonNode, memberOf, readJson } from '#lib/dialects';
import { applyEdits, DomainError, type Edit } from '#lib/kernel';

/** Where an API keeps a conversation. */
export type ConversationField = 'messages' | 'input';

/** The messages of a body, each as it is written there. */
export function messagesOf(body: string, field: ConversationField): string[] {
  return listOf(body, field).items.map(({ start, end }) => body.slice(start, end));
}

/** The body with messages before and behind its own; every other byte stays. `before` replaces an equal first message. */
export function around(
  body: string,
  field: ConversationField,
  before: readonly string[],
  behind: readonly string[],
): string {
  const list = listOf(body, field);
  const own = list.items.map(({ start, end }) => body.slice(start, end));
  // The preamble stands first in what is stored already.
  if (before.length > 0 && own[0] === before[0]) own.shift();
  const all = before.length > 0 ? [...before, ...own, ...behind].join(',') : undefined;
  if (all !== undefined) return body.slice(0, list.start + 1) + all + body.slice(list.end - 1);
  if (behind.length === 0) return body;
  const comma = list.items.length > 0 ? ',' : '';
  return `${body.slice(0, list.end - 1)}${comma}${behind.join(',')}${body.slice(list.end - 1)}`;
}

/** The body with some messages replaced by others. */
export function replaceMessages(
  body: string,
  field: ConversationField,
  replacements: ReadonlyMap<number, readonly string[]>,
): string {
  const { items } = listOf(body, field);
  const edits = [...replacements].flatMap(([index, texts]): Edit[] => {
    const item = items[index];
    return item ? [{ start: item.start, end: item.end, text: texts.join(',') }] : [];
  });
  return applyEdits(body, edits);
}

/** The node of an array; throws `request.invalid` when it is none. */
function listOf(body: string, field: ConversationField): Extract<JsonNode, { kind: 'array' }> {
  const list = memberOf(readJson(body), field);
  if (list?.kind === 'array') return list;
  throw new DomainError('request.invalid', {
    publicMessage: `The field "${field}" must be a list.`,
    pointer: `/${field}`,
  });
}
