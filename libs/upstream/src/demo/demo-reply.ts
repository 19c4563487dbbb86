import { z } from 'zod';
import { findVaultTokens, type VaultToken } from '#lib/kernel';

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
});
const Tool = z.looseObject({
  type: z.string(),
  function: z
    .looseObject({
      name: z.string(),
      parameters: z.looseObject({ properties: z.record(z.string(), z.unknown()) }).optional(),
    })
    .optional(),
});

/** What the stand-in reads of a chat request. Everything else is ignored. */
export const DemoRequest = z.looseObject({
  model: z.string().default('demo'),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});
export type DemoRequest = z.infer<typeof DemoRequest>;

export type DemoReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly name: string; readonly arguments: string };

/**
 * Answers by rule, without any model: it calls the first tool once with whatever tokens fit the argument names, restates
 * what a tool answered, and otherwise writes a note that uses each token it was given.
 */
export function demoReply(request: DemoRequest): DemoReply {
  const last = request.messages.at(-1)!;
  const text = textOf(last);
  const tool = request.tools?.find((one) => one.function)?.function;
  if (last.role === 'tool' || last.role === 'function')
    return { kind: 'text', text: `Done. The tool answered: ${text}` };
  if (tool && last.role === 'user') {
    const seen = request.messages.flatMap((message) => findVaultTokens(textOf(message)).map((found) => found.token));
    return {
      kind: 'tool_call',
      name: tool.name,
      arguments: JSON.stringify(argumentsFor(tool.parameters?.properties, seen)),
    };
  }
  return { kind: 'text', text: note(findVaultTokens(text).map((found) => found.token)) };
}

const TYPE_OF_NAME: readonly (readonly [RegExp, string])[] = [
  [/mail/i, 'EMAIL'],
  [/phone|tel|mobile/i, 'PHONE'],
  [/iban|account/i, 'IBAN'],
  [/card/i, 'CREDIT_CARD'],
  [/name|customer|person|who/i, 'PERSON'],
];

function argumentsFor(
  properties: Record<string, unknown> | undefined,
  seen: readonly VaultToken[],
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(properties ?? {})) {
    const type = TYPE_OF_NAME.find(([pattern]) => pattern.test(name))?.[1];
    const token = type && seen.findLast((one) => one.startsWith(`[${type}_`));
    if (token) given[name] = token;
  }
  return given;
}

function note(tokens: readonly VaultToken[]): string {
  const distinct = [...new Set(tokens)];
  if (distinct.length === 0)
    return 'This is the demo upstream: a stand-in that follows rules, no model. How can I help?';
  const person = distinct.find((token) => token.startsWith('[PERSON_'));
  const others = distinct.filter((token) => token !== person);
  const opening = person ? `Thank you, ${person}.` : 'Thank you.';
  const rest = others.length > 0 ? ` I noted: ${others.join(', ')}.` : '';
  return `${opening}${rest} We will be in touch soon.`;
}

function textOf(message: z.infer<typeof Message>): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? []).map((part) => part.text ?? '').join('\n');
}
