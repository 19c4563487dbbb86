import { type InfoType, parseVaultToken, type RevealLevel, type VaultToken } from '#lib/kernel';
import { type Form, FormMatcher, type IssuedForm, maskValue, redactedText } from '#lib/vault';
import type { TokenReading, TokenResolver } from './reidentify-stream/index.js';

/** A token of this exchange, with the text that this caller gets in its place. */
export interface Restorable {
  readonly token: VaultToken;
  readonly type: InfoType;
  readonly level: RevealLevel;
  /** What replaces the token; the token itself at level `token`. */
  readonly text: string;
}

/** Renders a value at a level. The value is read only at `plain` and `masked`. */
export function renderAt(level: RevealLevel, token: VaultToken, type: InfoType, value: () => string): string {
  switch (level) {
    case 'plain':
      return value();
    case 'masked':
      return maskValue(type, value());
    case 'token':
      return token;
    case 'redacted':
      return redactedText(type);
    case 'omit':
      return '';
  }
}

/** Forms that are found by their text; tokens, with or without their last four, are read as tokens. */
const STORED: ReadonlySet<Form> = new Set(['surrogate', 'format', 'date-shift']);

/**
 * The closed world of one exchange: only tokens issued to it, or presented in it and allowed, are turned back. Anything
 * else that looks like a token stays as it is.
 */
export class Restoration implements TokenResolver {
  readonly types: ReadonlySet<InfoType>;
  readonly renditions: FormMatcher;
  private readonly byBody = new Map<string, Restorable[]>();
  private readonly byToken: ReadonlyMap<VaultToken, Restorable>;

  /** `forms`: in what other forms than tokens the values may stand in the answer. */
  constructor(
    restorables: readonly Restorable[],
    private readonly forms: readonly IssuedForm[] = [],
  ) {
    this.byToken = new Map(restorables.map((restorable) => [restorable.token, restorable]));
    this.renditions = new FormMatcher(forms.filter(({ token, form }) => STORED.has(form) && this.byToken.has(token)));
    for (const restorable of restorables) {
      const body = parseVaultToken(restorable.token)?.body ?? '';
      this.byBody.set(body, [...(this.byBody.get(body) ?? []), restorable]);
    }
    this.types = new Set(restorables.map((restorable) => restorable.type));
  }

  /** All tokens of this exchange. */
  get tokens(): readonly VaultToken[] {
    return [...this.byToken.keys()];
  }

  get(token: VaultToken): Restorable | undefined {
    return this.byToken.get(token);
  }

  /** Both exchanges' tokens. What is known here keeps what was decided here. */
  with(later: Restoration): Restoration {
    const more = [...later.byToken.values()].filter(({ token }) => !this.byToken.has(token));
    if (more.length === 0 && later.forms.length === 0) return this;
    return new Restoration([...this.byToken.values(), ...more], [...this.forms, ...later.forms]);
  }

  /** A token is found by type and body; by its body alone when its type word was changed and no other has that body. */
  find(body: string, type: InfoType | null): Restorable | undefined {
    const known = this.byBody.get(body);
    if (type !== null) return known?.find((one) => one.type === type);
    return known?.length === 1 ? known[0] : undefined;
  }

  /** A token that stands for what the model wrote by itself: known as one, and shown as the token that it is. */
  admit(token: VaultToken, type: InfoType): void {
    const body = parseVaultToken(token)?.body ?? '';
    if (this.find(body, type)) return;
    this.byBody.set(body, [...(this.byBody.get(body) ?? []), { token, type, level: 'token', text: token }]);
  }

  resolve(reading: TokenReading): string | undefined {
    return this.find(reading.body, reading.type)?.text;
  }

  resolveRendition(token: VaultToken): { readonly text: string; readonly restored: boolean } {
    const { text } = this.byToken.get(token)!;
    return { text, restored: text !== token };
  }
}
