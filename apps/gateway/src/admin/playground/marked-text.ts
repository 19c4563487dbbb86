import { randomBytes } from 'node:crypto';
import { type Restoration, StreamRestorer, type TokenReading, type TokenResolver } from '#lib/deidentification';
import type { VaultToken } from '#lib/kernel';

export interface MarkedPart {
  readonly text: string;
  /** The token that stood here, in whatever form or spelling. */
  readonly token?: VaultToken;
}

/**
 * Cuts texts where values of an exchange stand in them, by the same reader of tokens and forms that restores answers: each
 * becomes a mark that cannot occur in a text by chance, and the result is split at the marks.
 */
export class TextMarker {
  readonly #secret = randomBytes(9).toString('base64url');
  readonly #tokens: VaultToken[] = [];

  constructor(private readonly restoration: Restoration) {}

  parts(text: string): MarkedPart[] {
    const restorer = new StreamRestorer(this.#resolver());
    const marked = restorer.push(text) + restorer.flush();
    return marked
      .split(new RegExp(`\u{E000}${this.#secret}:(\\d+)\u{E001}`, 'u'))
      .map((part, index): MarkedPart => {
        const token = index % 2 === 1 ? this.#tokens[Number(part)] : undefined;
        return token === undefined ? { text: part } : { text: token, token };
      })
      .filter(({ text }) => text !== '');
  }

  #resolver(): TokenResolver {
    const { restoration } = this;
    return {
      types: restoration.types,
      renditions: restoration.renditions,
      resolve: ({ body, type }: TokenReading) => {
        const found = restoration.find(body, type);
        return found && this.#mark(found.token);
      },
      resolveRendition: (token) => ({ text: this.#mark(token), restored: true }),
    };
  }

  #mark(token: VaultToken): string {
    this.#tokens.push(token);
    return `\u{E000}${this.#secret}:${this.#tokens.length - 1}\u{E001}`;
  }
}
