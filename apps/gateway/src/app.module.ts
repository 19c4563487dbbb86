import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import type { Logger } from 'pino';
import { AuditLog } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import { Deidentifier, ExchangeMemory, Reidentifier } from '#lib/deidentification';
import { CompromiseNames, Detector } from '#lib/detection';
import { ApiKeys } from '#lib/identity';
import { Clock, SystemClock } from '#lib/kernel';
import { Keyring, openKms, SealedSecrets } from '#lib/keyring';
import { PolicyStore } from '#lib/policy';
import { Collections, Vault } from '#lib/vault';
import { DatabaseExchangeMemory } from './exchange/database-exchange-memory.js';
import { Denials } from './exchange/denials.js';
import { ExchangeScopes } from './exchange/exchange-scopes.js';
import { ApiKeyStrategy } from './http/api-key.strategy.js';
import { HealthController } from './http/health.controller.js';
import { LOGGER } from './http/logger.js';
import { PermissionGuard } from './http/permission.guard.js';
import { ProblemFilter } from './http/problem.filter.js';
import { RequestBodyPipe } from './http/request-body.pipe.js';
import { CONFIG } from './http/tokens.js';
import { PrivacyController } from './privacy/privacy.controller.js';
import { ChatCompletionsController } from './proxy/chat-completions/chat-completions.controller.js';
import { ChatCompletions } from './proxy/chat-completions/chat-completions.js';
import { ModelsController } from './proxy/models/models.controller.js';
import { UPSTREAMS_PROVIDER } from './proxy/upstreams.js';
import { Closing } from './runtime/closing.js';
import { DevelopmentSeed } from './runtime/development-seed.js';
import { VaultController } from './vault/vault.controller.js';

/** Composes the libraries. Everything is opened before the process listens; what cannot be opened keeps it from starting. */
@Module({})
export class AppModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PassportModule,
        DatabaseModule.forRoot({
          home: config.home,
          poolMax: config.databasePoolSize,
          ...(config.databaseUrl && { url: config.databaseUrl }),
          ...(config.migrationDatabaseUrl && { migrationUrl: config.migrationDatabaseUrl }),
        }),
      ],
      controllers: [HealthController, ChatCompletionsController, ModelsController, PrivacyController, VaultController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: Clock, useClass: SystemClock },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: PermissionGuard },
        { provide: APP_PIPE, useClass: RequestBodyPipe },
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
        { provide: Detector, useFactory: () => new Detector({ names: new CompromiseNames() }) },
        { provide: ExchangeMemory, useClass: DatabaseExchangeMemory },
        {
          provide: Deidentifier,
          inject: [Detector, Vault, Reidentifier, ExchangeMemory],
          useFactory: (detector: Detector, vault: Vault, reidentifier: Reidentifier, memory: ExchangeMemory) =>
            new Deidentifier(detector, vault, reidentifier, memory),
        },
        {
          provide: Reidentifier,
          inject: [Vault, AuditLog],
          useFactory: (vault: Vault, audit: AuditLog) => new Reidentifier(vault, audit),
        },
        UPSTREAMS_PROVIDER,
        ApiKeyStrategy,
        ChatCompletions,
        Closing,
        Denials,
        DevelopmentSeed,
        ExchangeScopes,
      ],
    };
  }
}
