import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import { DetectionProfiles } from '#lib/deidentification';
import { ApiKeys } from '#lib/identity';
import { Keyring } from '#lib/keyring';
import { PolicyStore } from '#lib/policy';
import { Collections } from '#lib/vault';

/** Closes what listens to the database before the database itself is closed, keys last so that they are wiped. */
@Injectable()
export class Closing implements OnModuleDestroy {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly audit: AuditLog,
    private readonly collections: Collections,
    private readonly detectionProfiles: DetectionProfiles,
    private readonly keyring: Keyring,
    private readonly policies: PolicyStore,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.allSettled([
      this.apiKeys.close(),
      this.collections.close(),
      this.detectionProfiles.close(),
      this.policies.close(),
      this.audit.close(),
    ]);
    await this.keyring.close();
  }
}
