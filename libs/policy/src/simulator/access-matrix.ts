import type { InfoType, Principal, RevealLevel } from '#lib/kernel';
import type { DecisionContext } from '../evaluator/decision.js';
import type { Decider } from '../evaluator/policy-snapshot.js';

/** A row of the matrix: a role, a tool, a model, or a known principal. */
export interface MatrixSubject {
  readonly kind: 'role' | 'tool' | 'model' | 'principal';
  readonly name: string;
  readonly principal: Principal;
}

export interface MatrixCell {
  readonly infoType: InfoType;
  /** With the given context, everything else missing. */
  readonly level: RevealLevel;
  /** The most that some purpose, reason or origin could add. Above `level`: the cell is conditional. */
  readonly levelMax: RevealLevel;
  readonly conditional: boolean;
  readonly decidedBy: readonly string[];
  readonly missingContext: readonly string[];
}

export interface MatrixRow {
  readonly subject: MatrixSubject;
  readonly cells: readonly MatrixCell[];
}

const stand = (tenantId: string, given: Partial<Principal>): Principal => ({
  tenantId,
  id: 'pvg:matrix',
  kind: 'user',
  roles: [],
  groups: [],
  purposes: ['*'],
  collections: ['*'],
  attributes: {},
  ...given,
});

/** Somebody who holds one role and nothing else. */
export function roleSubject(tenantId: string, role: string): MatrixSubject {
  return { kind: 'role', name: role, principal: stand(tenantId, { roles: [role] }) };
}

/** A tool or model as a principal: what the seam asks for when it sends something there. */
export function destinationSubject(tenantId: string, kind: 'tool' | 'model', name: string): MatrixSubject {
  return { kind, name, principal: destinationPrincipal(tenantId, kind, name) };
}

/**
 * The principal that stands for a tool or model. It holds no role and claims no purpose of its own: the purpose in the
 * request's context is the caller's, which was checked against what the caller is granted.
 */
export function destinationPrincipal(tenantId: string, kind: 'tool' | 'model', name: string): Principal {
  return stand(tenantId, { id: name, kind });
}

export interface MatrixQuestion {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly subjects: readonly MatrixSubject[];
  readonly infoTypes: readonly InfoType[];
  readonly context: DecisionContext;
}

/** Who sees what, by the evaluator that enforces: one `decide` for each cell. */
export function accessMatrix(snapshot: Decider, question: MatrixQuestion): MatrixRow[] {
  const { tenantId, collectionId, subjects, infoTypes, context } = question;
  return subjects.map((subject) => ({
    subject,
    cells: infoTypes.map((infoType): MatrixCell => {
      const request = {
        principal: subject.principal,
        action: 'vault:Reveal' as const,
        resource: { tenantId, collectionId, infoType },
        context,
      };
      const { level, decidedBy, missingContext } = snapshot.decide(request);
      const levelMax = snapshot.atMost(request).level;
      return { infoType, level, levelMax, conditional: level !== levelMax, decidedBy, missingContext };
    }),
  }));
}
