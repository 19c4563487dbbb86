import type { Decision, DecisionRequest } from '../evaluator/decision.js';
import { decisionFacts, factOf } from '../evaluator/decision-facts.js';
import { lenientTest, strictTest } from '../evaluator/matcher.js';
import type { Decider } from '../evaluator/policy-snapshot.js';
import {
  asList,
  attributesRead,
  conditionConstraints,
  resourceConstraints,
} from '../evaluator/statement-constraints.js';
import { expandAction } from '../language/actions.js';
import type { PolicyStatement } from '../language/policy-document.js';
import { parseResourcePattern } from '../language/resource-pattern.js';
import { selects } from '../policy-store/policy-authority.js';

/** Why a statement about this principal and action did or didn't hold. */
export interface StatementTrace {
  readonly sid: string;
  readonly effect: 'allow' | 'deny';
  readonly reveal: PolicyStatement['reveal'];
  readonly matched: boolean;
  /** Attributes whose test failed: `resource` stands for the resource pattern. One alone: a near miss. */
  readonly failed: readonly string[];
  /** Attributes it reads and the request lacks. */
  readonly missing: readonly string[];
}

export interface Simulation {
  /** What would be enforced. */
  readonly decision: Decision;
  /** False when an attribute is missing that could change the answer: show both outcomes, and no clear yes. */
  readonly complete: boolean;
  /** With what is missing read against the caller (the decision) and for him. */
  readonly outcomes: { readonly least: Decision; readonly most: Decision };
  readonly statements: readonly StatementTrace[];
}

function traceOf(statement: PolicyStatement, request: DecisionRequest, matched: boolean): StatementTrace {
  const facts = decisionFacts(request);
  const test = statement.effect === 'allow' ? strictTest : lenientTest;
  const failed = conditionConstraints(statement)
    .filter((constraint) => !test([constraint])(facts))
    .map((constraint) => constraint.name);
  const inResource = asList(statement.resource).some((text) => {
    const pattern = parseResourcePattern(text);
    return pattern !== null && test(resourceConstraints(pattern))(facts);
  });
  return {
    sid: statement.sid,
    effect: statement.effect,
    reveal: statement.reveal,
    matched,
    failed: inResource ? failed : ['resource', ...failed],
    missing: attributesRead(statement).filter((name) => factOf(facts, name) === undefined),
  };
}

/** Explains a decision of the evaluator that enforces. Pure. */
export function simulate(snapshot: Decider, request: DecisionRequest): Simulation {
  const decision = snapshot.decide(request);
  const most = snapshot.atMost(request);
  const concerned = snapshot.document.statements.filter(
    (statement) =>
      selects(statement, request.principal) &&
      statement.action.some((pattern) => expandAction(pattern).includes(request.action)),
  );
  return {
    decision,
    complete: decision.level === most.level && decision.allowed === most.allowed,
    outcomes: { least: decision, most },
    statements: concerned.map((one) => traceOf(one, request, decision.matched.includes(one.sid))),
  };
}
