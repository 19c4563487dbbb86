import { randomBytes } from 'node:crypto';
import { Restoration, StreamRestorer } from '#lib/deidentification';
import { tokenBodyFrom, type VaultToken, vaultToken } from '#lib/kernel';

interface Named {
  readonly token: VaultToken;
  readonly type: string;
  readonly body: string;
  readonly value: string;
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const swapped = (body: string, at: number): string =>
  body.slice(0, at) + body[at + 1]! + body[at]! + body.slice(at + 2);
const otherSymbol = (symbol: string): string => (symbol === 'A' ? 'B' : 'A');

/** What models and front ends make of a token. */
const FORMS: readonly (readonly [name: string, make: (one: Named, other: Named) => string])[] = [
  ['as issued', ({ token }) => token],
  ['lower case', ({ token }) => token.toLowerCase()],
  ['type in title case', ({ type, body }) => `[${type[0]}${type.slice(1).toLowerCase()}_${body}]`],
  ['body in lower case', ({ type, body }) => `[${type}_${body.toLowerCase()}]`],
  ['no opening bracket', ({ token }) => token.slice(1)],
  ['no closing bracket', ({ token }) => token.slice(0, -1)],
  ['no brackets', ({ token }) => token.slice(1, -1)],
  ['round brackets', ({ token }) => `(${token.slice(1, -1)})`],
  ['angle brackets', ({ token }) => `<${token.slice(1, -1)}>`],
  ['braces', ({ token }) => `{${token.slice(1, -1)}}`],
  ['double brackets', ({ token }) => `[${token}]`],
  ['escaped underscore', ({ token }) => token.replace('_', '\\_')],
  ['escaped brackets', ({ token }) => `\\${token.slice(0, -1)}\\]`],
  ['spaces inside', ({ token }) => `[ ${token.slice(1, -1)} ]`],
  ['space in the body', ({ type, body }) => `[${type}_${body.slice(0, 5)} ${body.slice(5)}]`],
  ['space for the underscore', ({ token }) => token.replace('_', ' ')],
  ['hyphen for the underscore', ({ token }) => token.replace('_', '-')],
  ['bold', ({ token }) => `**${token}**`],
  ['bold inside', ({ token }) => `[**${token.slice(1, -1)}**]`],
  ['italic', ({ token }) => `*${token}*`],
  ['code', ({ token }) => `\`${token}\``],
  ['link', ({ token }) => `${token}(https://example.test)`],
  ['HTML entities', ({ token }) => token.replace('[', '&#91;').replace(']', '&#93;')],
  ['HTML tags', ({ token }) => `<b>${token}</b>`],
  ['full width', ({ token }) => fullWidth(token)],
  ['quotes', ({ token }) => `"${token}"`],
  ['plural', ({ token }) => `${token}s`],
  ['possessive', ({ token }) => `${token}'s`],
  ['possessive, no brackets', ({ token }) => `${token.slice(1, -1)}'s`],
  ['translated type word', ({ body }) => `[CORREO_${body}]`],
  ['another type word', ({ body }) => `[PHONE_${body}]`],
  ['body alone', ({ body }) => `[${body}]`],
  ['cut', ({ token }) => token.slice(0, -4)],
  ['cut at the head', ({ body }) => `${body.slice(3)}]`],
  ['doubled', ({ token }) => token + token],
  ['doubled symbol', ({ type, body }) => `[${type}_${body[0]}${body}]`],
  ['swapped symbols', ({ type, body }) => `[${type}_${swapped(body, 3)}]`],
  ['a wrong symbol', ({ type, body }) => `[${type}_${otherSymbol(body[0]!)}${body.slice(1)}]`],
  ['half of one, half of another', ({ type, body }, other) => `[${type}_${body.slice(0, 5)}${other.body.slice(5)}]`],
  ['O for 0, I for 1', ({ token }) => token.replaceAll('0', 'O').replaceAll('1', 'I')],
];

function named(type: string, value: string): Named {
  const body = tokenBodyFrom(randomBytes(5));
  return { token: vaultToken(type, body), type, body, value };
}

function restore(known: readonly Named[], parts: readonly string[]): string {
  const restorables = known.map(({ token, type, value }) => ({ token, type, level: 'plain' as const, text: value }));
  const restorer = new StreamRestorer(new Restoration(restorables));
  return parts.map((part) => restorer.push(part)).join('') + restorer.flush();
}

/**
 * How much of what models do to tokens is undone. A value that the text did not name, or a text that depends on how it was
 * cut into pieces, ends the run as a failure.
 */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 50);
  let undone = 0;
  let wrong = 0;
  for (const [name, make] of FORMS) {
    let restored = 0;
    for (let round = 0; round < rounds; round += 1) {
      const one = named('EMAIL', `first-${round}@one.test`);
      const other = named('EMAIL', `second-${round}@other.test`);
      const text = `Write to ${make(one, other)} today.`;
      const whole = restore([one, other], [text]);
      if (whole.includes(other.value)) wrong += 1;
      for (let at = 1; at < text.length; at += 1) {
        if (restore([one, other], [text.slice(0, at), text.slice(at)]) !== whole) wrong += 1;
      }
      if (restore([one, other], [...text]) !== whole) wrong += 1;
      if (whole.includes(one.value)) restored += 1;
    }
    undone += restored / rounds;
    process.stdout.write(`${name.padEnd(32)} ${((100 * restored) / rounds).toFixed(0).padStart(3)} %\n`);
  }
  process.stdout.write(
    `\n${FORMS.length} forms, whole and at every cut: ${((100 * undone) / FORMS.length).toFixed(1)} % restored, ${wrong} wrong\n`,
  );
  if (wrong > 0) throw new Error('a mangled token gave a wrong value');
}
