import type { TestGateway } from './test-gateway.js';

/** Puts statements into the active policy, before it is first read. */
export async function addStatements(t: TestGateway, statements: readonly object[]): Promise<void> {
  for (const statement of statements) {
    await t.testDatabase.admin(
      `UPDATE policy_version SET document = jsonb_insert(document, '{statements,0}', $1) WHERE state = 'active'`,
      [JSON.stringify(statement)],
    );
  }
}

/** A tool as a principal that sees values of some types in plain. */
export function toolSees(tool: string, types: readonly string[]): object {
  return {
    sid: `${tool.replace(/[^A-Za-z0-9]/g, '')}Sees`,
    effect: 'allow',
    principal: { tool },
    action: ['vault:Reveal'],
    resource: types.map((type) => `pvg:*:*/${type}`),
    reveal: 'plain',
  };
}

/** A role that may have tools act on values of some types without seeing them. */
export function roleUses(role: string, types: readonly string[]): object {
  return {
    sid: `${role}Uses`,
    effect: 'allow',
    principal: { role },
    action: ['vault:Use'],
    resource: types.map((type) => `pvg:*:*/${type}`),
  };
}
