import type { Database } from '#lib/database';
import { parsePolicy } from '../language/check-policy.js';
import { POLICY_VERSION, type PolicyDocument } from '../language/policy-document.js';

export const SEED_POLICY_ID = 'default';

/**
 * Who sees what on a new installation. `user` and `support` may join, `analyst` may not; nobody of `admin` sees a value,
 * whatever other roles he holds, since whoever writes the policies must not be the one who profits from them.
 */
export const SEED_POLICY: PolicyDocument = parsePolicy({
  version: POLICY_VERSION,
  description: 'The roles user, support, analyst and admin, as a new installation knows them.',
  statements: [
    {
      sid: 'UsersWork',
      effect: 'allow',
      principal: { role: ['user', 'support'] },
      action: [
        'gateway:Invoke',
        'privacy:Inspect',
        'document:Deidentify',
        'vault:Tokenize',
        'vault:Join',
        'tool:Invoke',
        'tool:Read',
        'job:*',
      ],
      resource: '*',
    },
    {
      sid: 'UsersSeeTheirOwnInput',
      description: 'Values that the caller supplied in the same exchange.',
      effect: 'allow',
      principal: { role: 'user' },
      action: ['vault:Reveal'],
      resource: '*',
      condition: { Bool: { 'ctx.suppliedByCaller': true } },
      reveal: 'plain',
    },
    {
      sid: 'SupportSeesMasks',
      description: 'Masked e-mail and phone, initials of names.',
      effect: 'allow',
      principal: { role: 'support' },
      action: ['vault:Reveal'],
      resource: ['pvg:*:*/EMAIL', 'pvg:*:*/PHONE', 'pvg:*:*/PERSON'],
      reveal: 'masked',
    },
    {
      sid: 'SupportSearches',
      effect: 'allow',
      principal: { role: 'support' },
      action: ['vault:Search'],
      resource: '*',
    },
    {
      sid: 'AnalystsWorkOnTokens',
      description: 'Without vault:Join: what they supply gets tokens of conversation scope.',
      effect: 'allow',
      principal: { role: 'analyst' },
      action: [
        'gateway:Invoke',
        'privacy:Inspect',
        'document:Deidentify',
        'vault:Tokenize',
        'tool:Invoke',
        'tool:Read',
        'job:*',
      ],
      resource: '*',
    },
    {
      sid: 'AdminsManage',
      effect: 'allow',
      principal: { role: 'admin' },
      action: [
        'gateway:Invoke',
        'privacy:Inspect',
        'document:Deidentify',
        'vault:Tokenize',
        'vault:Search',
        'vault:Link',
        'vault:Erase',
        'vault:Hold',
        'vault:Configure',
        'keys:*',
        'tool:Read',
        'tool:Write',
        'upstream:*',
        'job:*',
        'policy:*',
        'principal:*',
        'grant:*',
        'audit:*',
        'system:*',
      ],
      resource: '*',
    },
    {
      sid: 'NoValuesToAdmins',
      effect: 'deny',
      principal: { role: 'admin' },
      action: ['vault:Reveal'],
      resource: '*',
      reveal: 'masked',
    },
    {
      sid: 'NoValuesToModels',
      effect: 'deny',
      principal: { kind: 'model' },
      action: ['vault:Reveal'],
      resource: '*',
      reveal: 'masked',
    },
  ],
});

/** Makes the seed the active policy `default` of a tenant that has no policy yet. False when it has one. */
export async function seedPolicies(database: Database, tenantId: string): Promise<boolean> {
  return database.withTenant(tenantId, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO policy (tenant_id, id) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM policy) ON CONFLICT DO NOTHING`,
      [tenantId, SEED_POLICY_ID],
    );
    if (rowCount === 0) return false;
    await client.query(
      `INSERT INTO policy_version (tenant_id, policy_id, version, state, document, note, author, activated_by, activated_at)
       VALUES ($1, $2, 1, 'active', $3, 'Seed of a new installation', 'pvg:seed', 'pvg:seed', now())`,
      [tenantId, SEED_POLICY_ID, JSON.stringify(SEED_POLICY)],
    );
    return true;
  });
}
