import { type DynamicModule, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import type { Logger } from 'pino';
import { AuditLog } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import { Deidentifier, ExchangeMemory, Reidentifier } from '#lib/deidentification';
import { Detector } from '#lib/detection';
import { ApiKeys } from '#lib/identity';
import { Clock, SystemClock } from '#lib/kernel';
import { Keyring, openKms, SealedSecrets } from '#lib/keyring';
import { PolicyStore } from '#lib/policy';
import { Collections, Vault } from '#lib/vault';
import { DatabaseExchangeMemory } from './exchange/database-exchange-memory.js';
import { Denials } from './exchange/denials.js';
import { ExchangeScopes } from './exchange/exchange-scopes.js';
import { ApiKeyStrategy } from './http/api-key.strategy.js';
import { LOGGER } from './http/logger.js';
import { CONFIG } from './http/tokens.js';
import { Closing } from './runtime/closing.js';
import { DevelopmentSeed } from './runtime/development-seed.js';

/**
 * The libraries, opened once for all feature modules. What cannot be opened keeps the process from starting.
 */
@Module({})
export class CoreModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    const libraries = [
      {
        provide: Keyring,
        inject: [Database],
        useFactory: async (database: Database) => Keyring.open({ database, kms: await openKms(config) }),
      },
      { provide: SealedSecrets, inject: [Keyring], useFactory: (keyring: Keyring) => new SealedSecrets(keyring) },
      { provide: Collections, inject: [Database], useFactory: (database: Database) => Collections.open(database) },
      {
        provide: Vault,
        inject: [Keyring, Collections],
        useFactory: (keyring: Keyring, collections: Collections) => new Vault(keyring, collections),
      },
      { provide: PolicyStore, inject: [Database], useFactory: (database: Database) => PolicyStore.open(database) },
      { provide: ApiKeys, inject: [Database], useFactory: (database: Database) => ApiKeys.open(database) },
      { provide: AuditLog, inject: [Database], useFactory: (database: Database) => new AuditLog(database) },
      { provide: Detector, useFactory: () => new Detector() },
      {
        provide: Reidentifier,
        inject: [Vault, AuditLog],
        useFactory: (vault: Vault, audit: AuditLog) => new Reidentifier(vault, audit),
      },
      {
        provide: Deidentifier,
        inject: [Detector, Vault, Reidentifier, ExchangeMemory],
        useFactory: (detector: Detector, vault: Vault, reidentifier: Reidentifier, memory: ExchangeMemory) =>
          new Deidentifier(detector, vault, reidentifier, memory),
      },
    ];
    const own = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Clock, useClass: SystemClock },
      { provide: ExchangeMemory, useClass: DatabaseExchangeMemory },
      Denials,
      ExchangeScopes,
    ];
    return {
      module: CoreModule,
      global: true,
      imports: [
        PassportModule,
        DatabaseModule.forRoot({
          home: config.home,
          poolMax: config.databasePoolSize,
          ...(config.databaseUrl && { url: config.databaseUrl }),
          ...(config.migrationDatabaseUrl && { migrationUrl: config.migrationDatabaseUrl }),
        }),
      ],
      providers: [...libraries, ...own, ApiKeyStrategy, Closing, DevelopmentSeed],
      exports: [
        ...libraries.map(({ provide }) => provide),
        CONFIG,
        LOGGER,
        Clock,
        ExchangeMemory,
        Denials,
        ExchangeScopes,
      ],
    };
  }
}
