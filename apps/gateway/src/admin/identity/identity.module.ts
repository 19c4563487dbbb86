import { Module } from '@nestjs/common';
import { Database } from '#lib/database';
import {
  AccessAuthority,
  AccessGrants,
  ApiKeys,
  KeyMinting,
  PrincipalRegistry,
  Roles,
  SetupTokens,
} from '#lib/identity';
import { PolicyAuthority, PolicyStore } from '#lib/policy';
import { AdminAudit } from '../admin-audit.js';
import { SetupController } from '../setup/setup.controller.js';
import { SetupAnnouncement } from '../setup/setup-announcement.js';
import { ApiKeysController } from './api-keys.controller.js';
import { GrantsController } from './grants.controller.js';
import { GroupsController } from './groups.controller.js';
import { PrincipalsController } from './principals.controller.js';

/** A change of rights is seen by this process at once: what authentication has cached of the tenant goes. */
const changedBy = (keys: ApiKeys) => (tenantId: string) => keys.changed(tenantId);

/** Who can call, with which keys and rights. */
@Module({
  controllers: [PrincipalsController, GroupsController, ApiKeysController, GrantsController, SetupController],
  providers: [
    AdminAudit,
    {
      provide: AccessAuthority,
      inject: [PolicyStore],
      useFactory: (store: PolicyStore): AccessAuthority => new PolicyAuthority(store),
    },
    {
      provide: PrincipalRegistry,
      inject: [Database, AccessAuthority, ApiKeys],
      useFactory: (database: Database, authority: AccessAuthority, keys: ApiKeys) =>
        new PrincipalRegistry(database, authority, changedBy(keys)),
    },
    {
      provide: KeyMinting,
      inject: [Database, ApiKeys, AccessAuthority],
      useFactory: (database: Database, keys: ApiKeys, authority: AccessAuthority) =>
        new KeyMinting(database, keys, authority),
    },
    {
      provide: AccessGrants,
      inject: [Database, AccessAuthority, ApiKeys],
      useFactory: (database: Database, authority: AccessAuthority, keys: ApiKeys) =>
        new AccessGrants(database, authority, changedBy(keys)),
    },
    {
      provide: SetupTokens,
      inject: [Database, AccessAuthority],
      useFactory: (database: Database, authority: AccessAuthority) => new SetupTokens(database, authority),
    },
    SetupAnnouncement,
    { provide: Roles, inject: [Database], useFactory: (database: Database) => new Roles(database) },
  ],
})
export class IdentityModule {}
