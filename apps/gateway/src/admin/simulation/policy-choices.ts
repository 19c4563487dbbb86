import { Injectable } from '@nestjs/common';
import { mergePolicies, PolicySnapshot, PolicyStore, PolicyVersions } from '#lib/policy';
import type { PolicyChoice } from './simulation.schema.js';

/** The policies to ask: those in force, or what would be in force with a version active. */
@Injectable()
export class PolicyChoices {
  constructor(
    private readonly store: PolicyStore,
    private readonly versions: PolicyVersions,
  ) {}

  /** Throws `resource.not_found` for an unknown version, `policy.invalid` for one whose sids clash with another policy's. */
  async snapshot(tenantId: string, choice: PolicyChoice | undefined): Promise<PolicySnapshot> {
    if (!choice) return this.store.snapshot(tenantId);
    const chosen = await this.versions.get(tenantId, choice.policyId, choice.version);
    const others = (await this.versions.list(tenantId)).filter(
      ({ state, policyId }) => state === 'active' && policyId !== choice.policyId,
    );
    return PolicySnapshot.ofChecked(mergePolicies([...others, chosen].map(({ document }) => document)));
  }
}
