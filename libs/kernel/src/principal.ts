/** Who asks: a person, a program with an API key, a tool or a model (a destination is a principal too). */
export type PrincipalKind = 'user' | 'service' | 'tool' | 'model';

export interface Principal {
  readonly tenantId: string;
  /** Stable and unique in the tenant: an API key's owner, a JWT subject, a tool or model name. */
  readonly id: string;
  readonly kind: PrincipalKind;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  /** The purposes that a request of this principal may name; `*` grants any. */
  readonly purposes: readonly string[];
  /** The collections that a request of this principal may name; `*` grants any. */
  readonly collections: readonly string[];
  /** Further attributes for policy conditions (`principal.<name>`). */
  readonly attributes: Readonly<Record<string, string>>;
  /** The action patterns that the credential is limited to (`vault:*`); absent = whatever the principal may. */
  readonly scopes?: readonly string[];
  /** Whether this request's credential proved a second factor. Absent = no. */
  readonly mfa?: boolean;
  /** The application that acts for this principal: every decision is capped by what it may do itself. */
  readonly actor?: Principal;
}

/** How much of a value somebody sees, from least to most. A token leaks equality, so it ranks above `redacted`. */
export const REVEAL_LEVELS = ['omit', 'redacted', 'token', 'masked', 'plain'] as const;
export type RevealLevel = (typeof REVEAL_LEVELS)[number];

export function levelRank(level: RevealLevel): number {
  return REVEAL_LEVELS.indexOf(level);
}

export function lowerLevel(a: RevealLevel, b: RevealLevel): RevealLevel {
  return levelRank(a) <= levelRank(b) ? a : b;
}
