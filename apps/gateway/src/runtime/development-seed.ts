import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { DEVELOPMENT_TENANT, seedDevelopment } from '#lib/identity';
import { seedPolicies } from '#lib/policy';
import { CONFIG } from '../http/tokens.js';

/** Seeds the embedded database at its first start. A real one gets its principals on purpose: `pvg seed --dev`. */
@Injectable()
export class DevelopmentSeed implements OnModuleInit {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.databaseUrl) return;
    await seedDevelopment(this.database, this.config.home);
    await seedPolicies(this.database, DEVELOPMENT_TENANT);
  }
}
