/** Whoever presents a token of the issuer whose claim holds the value is in the groups. */
export interface ClaimRule {
  readonly issuer: string;
  /** A claim's name; a dot reaches into an object (`realm_access.roles`). */
  readonly claim: string;
  readonly value: string;
  readonly groups: readonly string[];
}

export type Claims = Readonly<Record<string, unknown>>;

/** A claim's texts: a string is one, a list of strings several. Anything else is none; names of JavaScript's are none. */
export function claimTexts(claims: Claims, name: string): string[] {
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return [];
    value = (value as Record<string, unknown>)[part];
  }
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => typeof one === 'string') ? (list as string[]) : [];
}

/** The groups that the claims of one issuer's token lead to: exact equality with one member, never a part of a text. */
export function groupsFromClaims(claims: Claims, issuer: string, rules: readonly ClaimRule[]): string[] {
  const groups = rules
    .filter((rule) => rule.issuer === issuer && claimTexts(claims, rule.claim).includes(rule.value))
    .flatMap((rule) => rule.groups);
  return [...new Set(groups)].sort();
}
