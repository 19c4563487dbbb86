import { type Restoration, StreamRestorer, type TokenResolver } from '#lib/deidentification';
import type { VaultToken } from '#lib/kernel';

/** The tokens and other forms of values in one text of an argument. */
export interface LeafTokens {
  readonly tokens: readonly VaultToken[];
  /** The text is one of them and nothing else. */
  readonly whole: boolean;
}

const MARK = '\u0000';

/** Finds the values of an exchange in a text, in any spelling that answers are restored from. */
export function tokensOf(restoration: Restoration, text: string): LeafTokens {
  const tokens: VaultToken[] = [];
  const marked = replaceTokens(restoration, text, 'text', (token) => {
    tokens.push(token);
    return MARK;
  });
  return { tokens, whole: tokens.length === 1 && marked.trim() === MARK };
}

/** Replaces every value of an exchange in a text, escaped for where it stands (JSON inside text, Python source). */
export function replaceTokens(
  restoration: Restoration,
  text: string,
  container: 'text' | 'json' | 'python',
  textOf: (token: VaultToken) => string,
): string {
  const resolver: TokenResolver = {
    types: restoration.types,
    renditions: restoration.renditions,
    resolve: ({ body, type }) => {
      const found = restoration.find(body, type);
      return found && textOf(found.token);
    },
    resolveRendition: (token) => ({ text: textOf(token), restored: true }),
  };
  const restorer = new StreamRestorer(resolver, container);
  return restorer.push(text) + restorer.flush();
}
