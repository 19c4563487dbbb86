import { Module } from '@nestjs/common';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import {
  AccessAuthority,
  AccessGrants,
  ApiKeys,
  KeyMinting,
  PrincipalRegistry,
  Roles,
  SetupTokens,
  WaysIn,
} from '#lib/identity';
import { PolicyAuthority, PolicyStore } from '#lib/policy';
import { CONFIG } from '../../http/tokens.js';
import { AdminAudit } from '../admin-audit.js';
import { ApiKeysController } from './api-keys.controller.js';
import { GrantsController } from './grants.controller.js';
import { GroupsController } from './groups.controller.js';
import { PrincipalsController } from './principals.controller.js';

/** A change of rights is seen by this process at once: what authentication has cached of the tenant goes. */
const changedBy = (keys: ApiKeys) => (tenantId: string) => keys.changed(tenantId);

/** Who can call, with which keys and rights. */
@Module({
  controllers: [PrincipalsController, GroupsController, ApiKeysController, GrantsController],
  providers: [
    AdminAudit,
    {
      provide: AccessAuthority,
      inject: [PolicyStore],
      useFactory: (store: PolicyStore): AccessAuthority => new PolicyAuthority(store),
    },
    {
      provide: WaysIn,
      inject: [Database, AccessAuthority, CONFIG],
      useFactory: (database: Database, authority: AccessAuthority, { jwtIssuers, oidcProviders }: Config) =>
        new WaysIn(
          database,
          authority,
          [...jwtIssuers, ...oidcProviders].map(({ name }) => name),
        ),
    },
    {
      provide: PrincipalRegistry,
      inject: [Database, AccessAuthority, ApiKeys, WaysIn],
      useFactory: (database: Database, authority: AccessAuthority, keys: ApiKeys, waysIn: WaysIn) =>
        new PrincipalRegistry(database, authority, changedBy(keys), waysIn),
    },
    {
      provide: KeyMinting,
      inject: [Database, ApiKeys, AccessAuthority, WaysIn],
      useFactory: (database: Database, keys: ApiKeys, authority: AccessAuthority, waysIn: WaysIn) =>
        new KeyMinting(database, keys, authority, waysIn),
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
    { provide: Roles, inject: [Database], useFactory: (database: Database) => new Roles(database) },
  ],
  exports: [AccessAuthority, PrincipalRegistry, SetupTokens, WaysIn],
})
export class IdentityModule {}
