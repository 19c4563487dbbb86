/**
 * Everything a principal can ask for. The list is closed: a policy that names another action is refused, so a misspelt
 * deny can't silently protect nothing.
 */
export const ACTIONS = [
  /** Send an exchange to a model. */
  'gateway:Invoke',
  /** Find personal data in a text without storing it. */
  'privacy:Inspect',
  /** Turn a text or document into its de-identified form. */
  'document:Deidentify',
  /** Get vault tokens for values one supplies. */
  'vault:Tokenize',
  /** Learn that a value one supplies equals a stored one (collection-scope tokens). */
  'vault:Join',
  /** See a stored value, to the level that the statements give. */
  'vault:Reveal',
  /** Have a tool act on a value without seeing it. */
  'vault:Use',
  'vault:Search',
  'vault:Link',
  'vault:Export',
  'vault:Erase',
  'vault:Hold',
  'vault:Configure',
  'keys:Read',
  'keys:Rotate',
  'tool:Invoke',
  'tool:Read',
  'tool:Write',
  'upstream:Read',
  'upstream:Write',
  'job:Read',
  'job:Write',
  'policy:Read',
  'policy:Write',
  'policy:Approve',
  'policy:Activate',
  'principal:Read',
  'principal:Write',
  /** Give others rights that one doesn't hold oneself (never to oneself). */
  'principal:Delegate',
  'grant:Request',
  'grant:Approve',
  /** Take a role at once, without an approval, for an hour at most. */
  'grant:BreakGlass',
  'audit:Read',
  'audit:Export',
  'system:Read',
] as const;
export type Action = (typeof ACTIONS)[number];

const KNOWN: ReadonlySet<string> = new Set(ACTIONS);

export function isAction(value: string): value is Action {
  return KNOWN.has(value);
}

/** `*` and one `<service>:*` for each service. */
export const ACTION_WILDCARDS: readonly string[] = [
  '*',
  ...new Set(ACTIONS.map((action) => `${action.slice(0, action.indexOf(':'))}:*`)),
];

/** The actions that a pattern of a policy (an action or a wildcard) stands for; none for an unknown one. */
export function expandAction(pattern: string): readonly Action[] {
  if (pattern === '*') return ACTIONS;
  if (pattern.endsWith(':*')) return ACTIONS.filter((action) => action.startsWith(pattern.slice(0, -1)));
  return isAction(pattern) ? [pattern] : [];
}

const COLLECTION_SERVICES = new Set(['gateway', 'privacy', 'document', 'vault', 'job']);

/** Whether an action concerns the tenant as a whole, not one of its collections. */
export function isTenantWide(action: Action): boolean {
  return !COLLECTION_SERVICES.has(action.slice(0, action.indexOf(':')));
}

/** Whether a list of action patterns covers an action. */
export function coversAction(patterns: readonly string[], action: Action): boolean {
  return patterns.some((pattern) => expandAction(pattern).includes(action));
}
