import { findVaultTokens, type VaultToken } from '#lib/kernel';

/** A request of any API, as far as the stand-in reads it. */
export interface DemoRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant' | 'system' | 'tool'; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly properties: readonly string[] }[];
  /** Names of the properties of the JSON object that the answer shall be; absent: it may be any text. */
  readonly json?: readonly string[];
}

export type DemoReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly name: string; readonly arguments: Readonly<Record<string, string>> };

/**
 * Answers by rule, without any model: it calls the first tool once with whatever tokens fit the argument names, restates
 * what a tool answered, fills a JSON object that it is asked for, and otherwise writes a note that uses each token it was
 * given.
 */
export function demoReply({ messages, tools, json }: DemoRequest): DemoReply {
  const last = messages.at(-1);
  const seen = (): VaultToken[] => messages.flatMap(({ text }) => findVaultTokens(text).map(({ token }) => token));
  if (last?.role === 'tool' && !json) return { kind: 'text', text: `Done. The tool answered: ${last.text}` };
  const [tool] = tools;
  if (tool && last?.role === 'user') {
    return { kind: 'tool_call', name: tool.name, arguments: argumentsFor(tool.properties, seen()) };
  }
  if (json) {
    const empty = Object.fromEntries(json.map((name) => [name, '']));
    return { kind: 'text', text: JSON.stringify({ ...empty, ...argumentsFor(json, seen()) }) };
  }
  return { kind: 'text', text: note(findVaultTokens(last?.text ?? '').map(({ token }) => token)) };
}

const TYPE_OF_NAME: readonly (readonly [RegExp, string])[] = [
  [/mail/i, 'EMAIL'],
  [/phone|tel|mobile/i, 'PHONE'],
  [/iban|account/i, 'IBAN'],
  [/card/i, 'CREDIT_CARD'],
  [/name|customer|person|who/i, 'PERSON'],
];

function argumentsFor(properties: readonly string[], seen: readonly VaultToken[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of properties) {
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
