import { canonicalPolicy } from '../language/canonical-policy.js';
import { POLICY_VERSION, type PolicyDocument, type PolicyStatement } from '../language/policy-document.js';

/** What changed from one document to another, by sid; order and spelling of lists are no change. */
export interface PolicyDiff {
  readonly added: readonly PolicyStatement[];
  readonly removed: readonly PolicyStatement[];
  readonly changed: readonly {
    readonly sid: string;
    readonly fields: readonly string[];
    readonly before: PolicyStatement;
    readonly after: PolicyStatement;
  }[];
  readonly ceilingsChanged: boolean;
}

const canonicalStatement = (statement: PolicyStatement): Record<string, unknown> =>
  JSON.parse(canonicalPolicy({ version: POLICY_VERSION, statements: [statement] })).statements[0];

function changedFields(before: PolicyStatement, after: PolicyStatement): string[] {
  const [a, b] = [canonicalStatement(before), canonicalStatement(after)];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
}

export function diffPolicies(before: PolicyDocument, after: PolicyDocument): PolicyDiff {
  const old = new Map(before.statements.map((statement) => [statement.sid, statement]));
  const next = new Map(after.statements.map((statement) => [statement.sid, statement]));
  const ceilings = ({ ceilings }: PolicyDocument) =>
    canonicalPolicy({ version: POLICY_VERSION, statements: [], ceilings });
  return {
    added: after.statements.filter((statement) => !old.has(statement.sid)),
    removed: before.statements.filter((statement) => !next.has(statement.sid)),
    changed: after.statements.flatMap((statement) => {
      const earlier = old.get(statement.sid);
      const fields = earlier ? changedFields(earlier, statement) : [];
      return earlier && fields.length > 0 ? [{ sid: statement.sid, fields, before: earlier, after: statement }] : [];
    }),
    ceilingsChanged: ceilings(before) !== ceilings(after),
  };
}
