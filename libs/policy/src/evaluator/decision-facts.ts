import { infoClassOf } from '#lib/kernel';
import { ATTRIBUTE_NAMES, ATTRIBUTES, type AttributeName, PRINCIPAL_ATTRIBUTES } from '../language/attributes.js';
import type { DecisionRequest } from './decision.js';

export type FactValue = string | number | boolean | readonly string[] | undefined;
/** Names that compiled statements read beyond the attributes of conditions. Always present. */
export type FactName = AttributeName | 'resource.tenant' | 'principal.roles' | 'principal.groups';
const FACT_NAMES: readonly FactName[] = [...ATTRIBUTE_NAMES, 'resource.tenant', 'principal.roles', 'principal.groups'];
const SLOTS = new Map(FACT_NAMES.map((name, slot) => [name, slot]));

/** Where a fact stands in `DecisionFacts`. */
export function slotOf(name: FactName): number {
  return SLOTS.get(name)!;
}

/**
 * One request, flattened to the closed attribute names, by slot (an array, since millions of tests a second read it): what
 * the matcher evaluates. An absent, empty or wrongly typed attribute is undefined, never a value that something could equal.
 */
export type DecisionFacts = readonly FactValue[];

export function factOf(facts: DecisionFacts, name: FactName): FactValue {
  return facts[slotOf(name)];
}

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

const PRINCIPAL_KEYS = PRINCIPAL_ATTRIBUTES.map((name) => ({
  name,
  slot: slotOf(name),
  key: name.slice('principal.'.length),
}));
type Reader = (request: DecisionRequest) => FactValue;

/** Every fact that isn't an attribute of the principal. A test walks the vocabulary for one that nothing reads. */
const READERS: Readonly<Partial<Record<FactName, Reader>>> = {
  'resource.tenant': ({ resource }) => text(resource.tenantId),
  'resource.collection': ({ resource }) => (resource.collectionId === '*' ? undefined : text(resource.collectionId)),
  'resource.infoType': ({ resource }) => text(resource.infoType),
  'resource.class': ({ resource: { infoClass, infoType } }) =>
    text(infoClass) ?? (text(infoType) === undefined ? undefined : infoClassOf(infoType as string)),
  'resource.region': ({ resource }) => text(resource.region),
  'resource.subject': ({ resource }) => text(resource.subject),
  'resource.origin': ({ resource }) => texts(resource.origins),
  // No tags at all is something known; an origin that nobody gave is not.
  'resource.tags': ({ resource: { tags } }) => (tags?.length === 0 ? tags : texts(tags)),
  'principal.id': ({ principal }) => text(principal.id),
  'principal.kind': ({ principal }) => text(principal.kind),
  'principal.roles': ({ principal }) => principal.roles,
  'principal.groups': ({ principal }) => principal.groups,
  'ctx.purpose': ({ context }) => text(context.purpose),
  'ctx.reason': ({ context }) => text(context.reason),
  'ctx.mfa': ({ context }) => flag(context.mfa),
  'ctx.sourceIp': ({ context }) => text(context.sourceIp),
  'ctx.now': ({ context }) => time(context.now),
  'ctx.model': ({ context }) => text(context.model),
  'ctx.tool': ({ context }) => text(context.tool),
  'ctx.conversation': ({ context }) => text(context.conversation),
  'ctx.suppliedByCaller': ({ context }) => flag(context.suppliedByCaller),
};
const READ_BY_SLOT: readonly (Reader | undefined)[] = FACT_NAMES.map((name) => READERS[name]);

export function decisionFacts(request: DecisionRequest): DecisionFacts {
  const facts: FactValue[] = [];
  for (const read of READ_BY_SLOT) facts.push(read?.(request));
  const { attributes } = request.principal;
  for (const { name, slot, key } of PRINCIPAL_KEYS) {
    if (Object.hasOwn(attributes, key)) facts[slot] = principalAttribute(name, attributes[key]);
  }
  return facts;
}

/** A set of attributes as bits, so that a request's gaps meet a statement's reads in one operation. */
export function attributeBits(names: readonly AttributeName[]): number {
  return names.reduce((bits, name) => bits | (1 << slotOf(name)), 0);
}

/** The attributes that a request lacks. */
export function missingBits(facts: DecisionFacts): number {
  let bits = 0;
  for (let index = 0; index < ATTRIBUTE_NAMES.length; index += 1) {
    if (facts[index] === undefined) bits |= 1 << index;
  }
  return bits;
}
