import type { InfoType, VaultToken } from '#lib/kernel';
import type { FormMatcher } from '#lib/vault';

/** A token as it was found in a text: its check symbols hold, whatever its spelling. */
export interface TokenReading {
  /** Ten characters, upper case. */
  readonly body: string;
  /** Null when the type word is none of the exchange's types (translated, say): then the body alone identifies the token. */
  readonly type: InfoType | null;
  /** The text it was read from. */
  readonly spelled: string;
}

/** Decides what a token becomes. The set of tokens it knows is closed: those issued to or presented in this exchange. */
export interface TokenResolver {
  /** The types of the exchange's tokens. Only their names make a word wait for what follows it. */
  readonly types: ReadonlySet<InfoType>;
  /** The text to show, or undefined to leave what was read as it is. Never guesses: `body` must be exactly a known one. */
  resolve(reading: TokenReading): string | undefined;
  /** Other forms than tokens that stand for values of the exchange (surrogates, formats, shifted dates). */
  readonly renditions?: FormMatcher;
  /** What a token found by one of `renditions` becomes. */
  resolveRendition?(token: VaultToken): { readonly text: string; readonly restored: boolean };
}

export interface RestoreCounts {
  /** Tokens and other forms that became something other than a token. */
  restored: number;
  /** Well-formed tokens that this exchange doesn't know. */
  unresolved: number;
  /** Texts that begin as a token of this exchange and fail their check or are cut. */
  mangled: number;
}
