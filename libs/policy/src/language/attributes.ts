/** What an attribute holds; decides which operators may read it. */
export type AttributeType = 'string' | 'strings' | 'number' | 'boolean' | 'date' | 'ip';

/**
 * Every attribute that a condition may read. Closed: an unknown name is refused when a policy is saved and when it is
 * loaded, since a condition on a misspelt attribute would never hold (an allow) or always hold (a deny).
 *
 * Attributes of type `strings` are sets. An allow needs every member to satisfy the condition, a deny bites when one does:
 * the strictest reading wins.
 */
export const ATTRIBUTES = {
  'ctx.purpose': 'string',
  'ctx.reason': 'string',
  'ctx.mfa': 'boolean',
  'ctx.sourceIp': 'ip',
  'ctx.now': 'date',
  'ctx.model': 'string',
  'ctx.tool': 'string',
  'ctx.conversation': 'string',
  'ctx.suppliedByCaller': 'boolean',
  'resource.collection': 'string',
  'resource.infoType': 'string',
  'resource.class': 'string',
  'resource.region': 'string',
  'resource.subject': 'string',
  'resource.origin': 'strings',
  'resource.tags': 'strings',
  'principal.id': 'string',
  'principal.kind': 'string',
  'principal.department': 'string',
  'principal.team': 'string',
  'principal.region': 'string',
  'principal.country': 'string',
  'principal.employment': 'string',
  'principal.subject': 'string',
  'principal.clearance': 'number',
  'principal.risk': 'number',
  'principal.validUntil': 'date',
} as const satisfies Record<string, AttributeType>;
export type AttributeName = keyof typeof ATTRIBUTES;

export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as AttributeName[];

export function isAttributeName(value: string): value is AttributeName {
  return Object.hasOwn(ATTRIBUTES, value);
}

/** The attributes of a principal beyond its id and kind: the only keys of `Principal.attributes` that policies read. */
export const PRINCIPAL_ATTRIBUTES = ATTRIBUTE_NAMES.filter(
  (name) => name.startsWith('principal.') && name !== 'principal.id' && name !== 'principal.kind',
);

/** Attributes whose value another condition may quote as `${principal.id}`: who asks, never what the request says. */
export const VARIABLE_NAMES = [
  'principal.id',
  'principal.department',
  'principal.team',
  'principal.region',
  'principal.country',
  'principal.subject',
] as const satisfies readonly AttributeName[];
export type VariableName = (typeof VARIABLE_NAMES)[number];

/** `${principal.id}` → `principal.id`; null for a plain text; undefined for a `${…}` that isn't a known variable. */
export function variableOf(value: string): VariableName | null | undefined {
  if (!value.includes('${')) return null;
  const name = /^\$\{([a-zA-Z.]+)\}$/.exec(value)?.[1];
  return VARIABLE_NAMES.find((known) => known === name);
}
