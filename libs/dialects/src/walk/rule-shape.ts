import type { JsonNode } from '../json/json-node.js';
import type { Rule } from './walker.js';

/** What a rule expects, so that bodies can be made from the same rules that open them (the leak harness does). */
export type RuleShape =
  /** Strings whose text may be edited. */
  | { readonly kind: 'text' | 'json-text' | 'value' | 'bare' | 'data' }
  /** Strings that go through as they are. */
  | { readonly kind: 'exempt' | 'opaque' }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'scalar' }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Rule> }
  | { readonly kind: 'named-by'; readonly keys: 'exempt' | 'edit'; readonly rule: Rule }
  | { readonly kind: 'list'; readonly rule: Rule }
  | { readonly kind: 'either'; readonly rules: Readonly<Partial<Record<JsonNode['kind'], Rule>>> }
  /** One of several rules, by what stands in the node. */
  | { readonly kind: 'choice'; readonly rules: readonly Rule[] }
  | { readonly kind: 'media'; readonly otherwise: Rule };

const SHAPES = new WeakMap<Rule, () => RuleShape>();

/** Declares what a rule expects; asked for once and lazily, since rules refer to each other. */
export function shaped(rule: Rule, shape: RuleShape | (() => RuleShape)): Rule {
  let known = typeof shape === 'function' ? undefined : shape;
  SHAPES.set(rule, () => {
    known ??= (shape as () => RuleShape)();
    return known;
  });
  return rule;
}

/** A rule that hands its node on to one of `rules`. */
export function choosing(rules: () => readonly Rule[], rule: Rule): Rule {
  return shaped(rule, () => ({ kind: 'choice', rules: rules() }));
}

/** What a rule expects. Throws for a rule that says nothing: no field is left out unnoticed. */
export function shapeOf(rule: Rule): RuleShape {
  const shape = SHAPES.get(rule)?.();
  if (!shape) throw new RangeError('a rule that does not say what it expects');
  return shape;
}
