import type { PolicyVersion } from '#lib/policy';
import type { AdminEvent } from '../admin-audit.js';

/** The audit row of a step in a version's life. */
export function versionEvent(action: string, version: PolicyVersion, more: AdminEvent['facts'] = {}): AdminEvent {
  const { policyId, state, hash } = version;
  return {
    action,
    resource: { kind: 'policy', id: policyId },
    facts: { version: version.version, state, policyHash: hash, ...more },
  };
}
