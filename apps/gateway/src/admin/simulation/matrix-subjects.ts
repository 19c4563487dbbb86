import { Injectable } from '@nestjs/common';
import {
  destinationSubject,
  type MatrixSubject,
  type PolicyDocument,
  PrincipalDirectory,
  roleSubject,
} from '#lib/policy';

export interface ChosenSubjects {
  readonly roles?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly models?: readonly string[] | undefined;
}

/** The rows of the matrix: roles that somebody holds or a policy names, tools and models that a policy names. */
@Injectable()
export class MatrixSubjects {
  constructor(private readonly directory: PrincipalDirectory) {}

  async of(tenantId: string, document: PolicyDocument, chosen: ChosenSubjects): Promise<MatrixSubject[]> {
    const { roles, tools, models } = chosen;
    const only = roles !== undefined || tools !== undefined || models !== undefined;
    const held = only ? [] : (await this.directory.activePrincipals(tenantId)).flatMap((principal) => principal.roles);
    const named = (kind: 'role' | 'tool' | 'model') => (only ? [] : namedBy(document, kind));
    return [
      ...sorted(roles ?? [...held, ...named('role')]).map((role) => roleSubject(tenantId, role)),
      ...sorted(tools ?? named('tool')).map((name) => destinationSubject(tenantId, 'tool', name)),
      ...sorted(models ?? named('model')).map((name) => destinationSubject(tenantId, 'model', name)),
    ];
  }
}

function namedBy(document: PolicyDocument, kind: 'role' | 'tool' | 'model'): string[] {
  return document.statements.flatMap(({ principal }) => (principal === '*' ? [] : (principal[kind] ?? [])));
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
