export {
  BUILT_IN,
  type Decision,
  type DecisionContext,
  type DecisionRequest,
  type DecisionResource,
} from './evaluator/decision.js';
export { PolicySnapshot } from './evaluator/policy-snapshot.js';
export { ACTION_WILDCARDS, ACTIONS, type Action, expandAction, isAction } from './language/actions.js';
export { ATTRIBUTE_NAMES, ATTRIBUTES, type AttributeName, PRINCIPAL_ATTRIBUTES } from './language/attributes.js';
export { canonicalPolicy, policyHash } from './language/canonical-policy.js';
export { checkPolicy, parsePolicy } from './language/check-policy.js';
export { OPERATOR_NAMES, type Operator } from './language/operators.js';
export {
  POLICY_LIMITS,
  POLICY_VERSION,
  type PolicyDocument,
  PolicyDocumentSchema,
  type PolicyStatement,
  policyJsonSchema,
} from './language/policy-document.js';
export type { PolicyIssue } from './language/policy-issue.js';
export { FRESH_FOR_MS, PolicyStore, type PolicyStoreOptions } from './policy-store/policy-store.js';
export { SEED_POLICY, SEED_POLICY_ID, seedPolicies } from './policy-store/seed-policies.js';
