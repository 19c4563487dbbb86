import type { PolicyStatement } from '../../api/types.js';

type Condition = NonNullable<PolicyStatement['condition']>;

export interface ConditionRow {
  readonly id: number;
  readonly operator: string;
  readonly attribute: string;
  readonly value: string;
}

export const OPERATORS = [
  'StringEquals',
  'StringNotEquals',
  'StringIn',
  'NumericGte',
  'NumericLte',
  'DateBefore',
  'DateAfter',
  'Bool',
  'IpInCidr',
  'Exists',
] as const satisfies readonly (keyof Condition)[];

let made = 0;

/** A condition as rows of a form; lists are written with commas. */
export function rowsOf(
  condition: PolicyStatement['condition'] | Record<string, Record<string, unknown>>,
): ConditionRow[] {
  return Object.entries(condition ?? {}).flatMap(([operator, tests]) =>
    Object.entries(tests ?? {}).map(([attribute, value]) => {
      made += 1;
      return { id: made, operator, attribute, value: Array.isArray(value) ? value.join(', ') : String(value) };
    }),
  );
}

/** The rows as a condition; undefined without any. What isn't valid is said by the gateway, with its place. */
export function conditionOf(rows: readonly ConditionRow[]): Condition | undefined {
  if (rows.length === 0) return undefined;
  const condition: Record<string, Record<string, unknown>> = {};
  for (const { operator, attribute, value } of rows) {
    condition[operator] = { ...condition[operator], [attribute]: operand(operator, value) };
  }
  return condition as Condition;
}

function operand(operator: string, text: string): unknown {
  if (operator === 'Bool' || operator === 'Exists') return text.trim() === 'true';
  if (operator.startsWith('Numeric')) return Number(text);
  const list = text.split(',').map((part) => part.trim());
  if (operator === 'StringIn') return list;
  return operator === 'IpInCidr' && list.length > 1 ? list : text;
}
