import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { DomainError } from '#lib/kernel';
import { checkPolicy, lintPolicy, parsePolicy } from '#lib/policy';
import { GatewayClient, type GatewayOptions } from '../gateway/gateway-client.js';
import { printJson, withGatewayOptions } from '../gateway/gateway-options.js';

const pathOf = (policyId: string, version: string) =>
  `/admin/v1/policies/${encodeURIComponent(policyId)}/versions/${encodeURIComponent(version)}`;

/** `pvg policy lint|test|diff|activate`. */
export function registerPolicyCommands(program: Command): void {
  const policy = program.command('policy').description('Check, test, compare and activate access policies.');
  policy
    .command('lint')
    .description('Tell what is wrong or doubtful about a document, offline. Ends with 1 when it could not be stored.')
    .argument('<file>', 'a policy document in JSON')
    .action(lint);
  withGatewayOptions(
    policy.command('test').description('Run the stored tests against a version. Ends with 1 if one fails.'),
  )
    .argument('<policy>', 'the id of the policy')
    .argument('<version>', 'the number of the version')
    .action(async (policyId: string, version: string, options: GatewayOptions) => {
      const run = await GatewayClient.open(options).json('POST', `${pathOf(policyId, version)}/tests`);
      printJson(run);
      if (!(run as { passed: boolean }).passed) process.exitCode = 1;
    });
  withGatewayOptions(policy.command('diff').description('What changes from one version to another.'))
    .argument('<policy>', 'the id of the policy')
    .argument('<from>', 'the version before')
    .argument('<to>', 'the version after')
    .action(async (policyId: string, from: string, to: string, options: GatewayOptions) => {
      const query = new URLSearchParams({ from, to });
      const at = `/admin/v1/policies/${encodeURIComponent(policyId)}/diff?${query}`;
      printJson(await GatewayClient.open(options).json('GET', at));
    });
  withGatewayOptions(policy.command('activate').description('Put a version in force that was approved, or was before.'))
    .argument('<policy>', 'the id of the policy')
    .argument('<version>', 'the number of the version')
    .action(activate);
}

async function activate(policyId: string, version: string, options: GatewayOptions): Promise<void> {
  const gateway = GatewayClient.open(options);
  const at = pathOf(policyId, version);
  const { etag } = (await gateway.json('GET', at)) as { etag: string };
  printJson(await gateway.json('POST', `${at}/activate`, undefined, { 'if-match': `"${etag}"` }));
}

async function lint(file: string): Promise<void> {
  const document = await readJson(file);
  const issues = checkPolicy(document);
  const findings = issues.length > 0 ? [] : lintPolicy(parsePolicy(document));
  printJson({ valid: issues.length === 0, issues, findings });
  if (issues.length > 0) process.exitCode = 1;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new DomainError('request.malformed', { publicMessage: 'The file cannot be read as JSON.' });
  }
}
