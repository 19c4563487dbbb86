export {
  BUILT_IN,
  cappedBy,
  type Decision,
  type DecisionContext,
  type DecisionRequest,
  type DecisionResource,
} from './evaluator/decision.js';
export { type CollectionCeiling, type Decider, PolicySnapshot } from './evaluator/policy-snapshot.js';
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
export { diffPolicies, type PolicyDiff } from './policy-store/diff-policies.js';
export { type LintCode, type LintFinding, lintPolicy } from './policy-store/lint-policy.js';
export { mergePolicies } from './policy-store/merge-policies.js';
export { exceedingRights, isAdministrator, mayOnTenant, PolicyAuthority } from './policy-store/policy-authority.js';
export { FRESH_FOR_MS, PolicyStore, type PolicyStoreOptions } from './policy-store/policy-store.js';
export {
  type ExpectedDecision,
  ExpectedDecisionSchema,
  type PolicyTest,
  type PolicyTestResult,
  type RequestSpec,
  RequestSpecSchema,
  requestFromSpec,
  runPolicyTests,
} from './policy-store/policy-tests.js';
export type { PolicyState, PolicyVersion, VersionRef } from './policy-store/policy-version.js';
export { type DraftInput, PolicyVersions, PrincipalDirectory } from './policy-store/policy-versions.js';
export { SEED_POLICY, SEED_POLICY_ID, seedPolicies } from './policy-store/seed-policies.js';
export { type ShadowDifference, type ShadowPolicy, shadowDifferences } from './policy-store/shadow-policy.js';
export {
  accessMatrix,
  destinationPrincipal,
  destinationSubject,
  type MatrixCell,
  type MatrixQuestion,
  type MatrixRow,
  type MatrixSubject,
  roleSubject,
} from './simulator/access-matrix.js';
export { type DecisionRecord, decisionRecord, requestFromRecord } from './simulator/decision-record.js';
export {
  type RecordedDecision,
  type Replay,
  type ReplayChange,
  type ReplayGroup,
  replayDecisions,
} from './simulator/replay-decisions.js';
export { type Simulation, type StatementTrace, simulate } from './simulator/simulate.js';
