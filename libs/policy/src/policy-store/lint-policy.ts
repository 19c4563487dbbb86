import { infoClassOf, levelRank } from '#lib/kernel';
import { asList } from '../evaluator/statement-constraints.js';
import { expandAction } from '../language/actions.js';
import type { PolicyDocument, PolicyStatement } from '../language/policy-document.js';
import { parseResourcePattern } from '../language/resource-pattern.js';
import { coversStatement } from './statement-cover.js';

export type LintCode =
  | 'statement.unreachable'
  | 'statement.redundant'
  | 'reveal.everyone_sees_plain'
  | 'reveal.sensitive_without_condition'
  | 'reveal.no_level'
  | 'reveal.below_default'
  | 'action.wildcard_allow';

/** A doubt, not a fault: the document is valid, but probably says something else than its author means. */
export interface LintFinding {
  readonly code: LintCode;
  readonly sid: string;
  readonly pointer: string;
  readonly hint: string;
}

const SENSITIVE = new Set(['finance', 'health', 'credential', 'document']);
const IDENTITY_TYPES = new Set(['US_SSN', 'DATE_OF_BIRTH', 'PASSPORT']);
const hasCondition = (statement: PolicyStatement) => Object.keys(statement.condition ?? {}).length > 0;

function touchesSensitive(statement: PolicyStatement): boolean {
  return asList(statement.resource).some((text) => {
    const type = parseResourcePattern(text)?.infoType;
    return type === null || (type !== undefined && (SENSITIVE.has(infoClassOf(type)) || IDENTITY_TYPES.has(type)));
  });
}

/** Why a statement can never decide anything; null when it can. */
function unreachable(
  statement: PolicyStatement,
  document: PolicyDocument,
  tenantId: string | undefined,
): string | null {
  const elsewhere = (text: string) => {
    const tenant = parseResourcePattern(text)?.tenant ?? null;
    return tenantId !== undefined && tenant !== null && tenant !== tenantId;
  };
  if (asList(statement.resource).every(elsewhere)) return 'All its resources belong to another tenant.';
  if (statement.effect === 'deny') return null;
  const refusing = document.statements.find(
    (other) => other.effect === 'deny' && other.reveal === undefined && coversStatement(other, statement),
  );
  return refusing ? `The deny ${refusing.sid} refuses whatever it allows.` : null;
}

function* lintStatement(statement: PolicyStatement, document: PolicyDocument, tenantId?: string) {
  const never = unreachable(statement, document, tenantId);
  if (never) yield { code: 'statement.unreachable' as const, hint: never };
  const covering = document.statements.find(
    (other) =>
      other !== statement &&
      other.effect === statement.effect &&
      coversStatement(other, statement) &&
      !(coversStatement(statement, other) && other.sid > statement.sid),
  );
  if (covering && !never) yield { code: 'statement.redundant' as const, hint: `${covering.sid} says it already.` };
  if (statement.effect !== 'allow') return;
  const reveals = statement.reveal !== undefined;
  if (statement.reveal === 'plain' && statement.principal === '*') {
    yield { code: 'reveal.everyone_sees_plain' as const, hint: 'Name the roles that need it.' };
  }
  if (
    reveals &&
    levelRank(statement.reveal!) > levelRank('masked') &&
    !hasCondition(statement) &&
    touchesSensitive(statement)
  ) {
    yield {
      code: 'reveal.sensitive_without_condition' as const,
      hint: 'Ask for a purpose, a reason or ctx.suppliedByCaller, or leave sensitive types out of the resource.',
    };
  }
  if (reveals && levelRank(statement.reveal!) < levelRank('token')) {
    yield {
      code: 'reveal.below_default' as const,
      hint: 'Any other allow shows more. To show less than a token, write a deny.',
    };
  }
  const wild = statement.action.filter((pattern) => pattern.endsWith('*'));
  if (wild.some((pattern) => expandAction(pattern).includes('vault:Reveal'))) {
    yield { code: 'reveal.no_level' as const, hint: 'A wildcard gives no reveal level: values stay tokens.' };
  }
  if (wild.includes('*')) yield { code: 'action.wildcard_allow' as const, hint: 'List the actions that are needed.' };
}

/** Doubts about a checked document, in the order of its statements. */
export function lintPolicy(document: PolicyDocument, tenantId?: string): LintFinding[] {
  return document.statements.flatMap((statement, index) =>
    [...lintStatement(statement, document, tenantId)].map((finding) => ({
      ...finding,
      sid: statement.sid,
      pointer: `/statements/${index}`,
    })),
  );
}
