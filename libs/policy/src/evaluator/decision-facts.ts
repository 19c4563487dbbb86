import { infoClassOf } from '#lib/kernel';
import { ATTRIBUTES, type AttributeName, PRINCIPAL_ATTRIBUTES } from '../language/attributes.js';
import type { DecisionRequest } from './decision.js';

export type FactValue = string | number | boolean | readonly string[] | undefined;
/** Names that compiled statements read beyond the attributes of conditions. Always present. */
export type FactName = AttributeName | 'resource.tenant' | 'principal.roles' | 'principal.groups';
/**
 * One request, flattened to the closed attribute names: what the matcher evaluates. An absent, empty or wrongly typed
 * attribute is undefined, never a value that something could equal.
 */
export type DecisionFacts = { readonly [N in FactName]?: FactValue };

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const texts = (value: readonly string[] | undefined): readonly string[] | undefined =>
  value !== undefined && value.length > 0 && value.every((one) => typeof one === 'string') ? value : undefined;
const time = (value: unknown): number | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.getTime() : undefined;

/** Attributes of principals are texts; numbers and dates among them are read here, once. */
function principalAttribute(name: AttributeName, value: unknown): FactValue {
  const given = text(value);
  if (given === undefined) return undefined;
  switch (ATTRIBUTES[name]) {
    case 'number': {
      const number = Number(given);
      return given.trim() !== '' && Number.isFinite(number) ? number : undefined;
    }
    case 'date':
      return time(new Date(given));
    default:
      return given;
  }
}

export function decisionFacts(request: DecisionRequest): DecisionFacts {
  const { principal, resource, context } = request;
  const facts = {
    'resource.tenant': text(resource.tenantId),
    'resource.collection': resource.collectionId === '*' ? undefined : text(resource.collectionId),
    'resource.infoType': text(resource.infoType),
    'resource.class': text(resource.infoClass) ?? (resource.infoType ? infoClassOf(resource.infoType) : undefined),
    'resource.region': text(resource.region),
    'resource.subject': text(resource.subject),
    'resource.origin': texts(resource.origins),
    'resource.tags': texts(resource.tags),
    'principal.id': text(principal.id),
    'principal.kind': text(principal.kind),
    'principal.roles': principal.roles,
    'principal.groups': principal.groups,
    'ctx.purpose': text(context.purpose),
    'ctx.reason': text(context.reason),
    'ctx.mfa': flag(context.mfa),
    'ctx.sourceIp': text(context.sourceIp),
    'ctx.now': time(context.now),
    'ctx.model': text(context.model),
    'ctx.tool': text(context.tool),
    'ctx.conversation': text(context.conversation),
    'ctx.suppliedByCaller': flag(context.suppliedByCaller),
  } as { [N in FactName]?: FactValue };
  for (const name of PRINCIPAL_ATTRIBUTES) {
    const key = name.slice('principal.'.length);
    if (Object.hasOwn(principal.attributes, key)) facts[name] = principalAttribute(name, principal.attributes[key]);
  }
  return facts;
}
