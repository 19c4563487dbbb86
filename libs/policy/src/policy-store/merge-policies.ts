import { lowerLevel, type RevealLevel } from '#lib/kernel';
import { atOnce, type Steps } from '../evaluator/slices.js';
import { parsePolicySteps } from '../language/check-policy.js';
import { POLICY_VERSION, type PolicyDocument } from '../language/policy-document.js';

type Ceilings = NonNullable<PolicyDocument['ceilings']>;

/** Of two ceilings for one name the lower holds. */
function mergeCeilings(documents: readonly PolicyDocument[], kind: keyof Ceilings): Record<string, RevealLevel> {
  const merged: Record<string, RevealLevel> = {};
  for (const document of documents) {
    for (const [name, level] of Object.entries(document.ceilings?.[kind] ?? {})) {
      merged[name] = Object.hasOwn(merged, name) ? lowerLevel(merged[name]!, level) : level;
    }
  }
  return merged;
}

/**
 * The active policies of a tenant as one document: what the evaluator enforces and the policy hash names. Sids are unique
 * across the policies of a tenant, which activation checks; here a duplicate is refused.
 *
 * @throws DomainError `policy.invalid`
 */
export function mergePolicies(inputs: readonly unknown[]): PolicyDocument {
  return atOnce(mergePolicySteps(inputs));
}

export function* mergePolicySteps(inputs: readonly unknown[]): Steps<PolicyDocument> {
  const documents: PolicyDocument[] = [];
  for (const input of inputs) documents.push(yield* parsePolicySteps(input));
  if (documents.length === 1) return documents[0]!;
  const collections = mergeCeilings(documents, 'collections');
  const purposes = mergeCeilings(documents, 'purposes');
  const ceilings: Ceilings = {
    ...(Object.keys(collections).length > 0 && { collections }),
    ...(Object.keys(purposes).length > 0 && { purposes }),
  };
  return yield* parsePolicySteps({
    version: POLICY_VERSION,
    statements: documents.flatMap((document) => document.statements),
    ...(Object.keys(ceilings).length > 0 && { ceilings }),
  });
}
