import { ATTRIBUTE_NAMES, ATTRIBUTES, type AttributeName, type AttributeType } from './attributes.js';

/** The operators of conditions (closed), each with the attribute types it may read. */
export const OPERATORS = {
  StringEquals: ['string', 'strings'],
  StringNotEquals: ['string', 'strings'],
  StringIn: ['string', 'strings'],
  NumericGte: ['number'],
  NumericLte: ['number'],
  DateBefore: ['date'],
  DateAfter: ['date'],
  Bool: ['boolean'],
  IpInCidr: ['ip'],
  Exists: ['string', 'strings', 'number', 'boolean', 'date', 'ip'],
} as const satisfies Record<string, readonly AttributeType[]>;
export type Operator = keyof typeof OPERATORS;

export const OPERATOR_NAMES = Object.keys(OPERATORS) as Operator[];

export function isOperator(value: string): value is Operator {
  return Object.hasOwn(OPERATORS, value);
}

export function attributesFor(operator: Operator): AttributeName[] {
  const types: readonly AttributeType[] = OPERATORS[operator];
  return ATTRIBUTE_NAMES.filter((name) => types.includes(ATTRIBUTES[name]));
}
