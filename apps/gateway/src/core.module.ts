import { type DynamicModule, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import type { Logger } from 'pino';
import { AuditLog } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import {
  CollectionDetector,
  Deidentifier,
  DetectionProfiles,
  ExchangeMemory,
  Reidentifier,
  RemoteAnalyzer,
} from '#lib/deidentification';
import { Detector } from '#lib/detection';
import { ApiKeys, ConsoleSessions, JwtAuthenticator, outboundFetch, RATE_LIMITS, RateLimits } from '#lib/identity';
import { Clock, SystemClock } from '#lib/kernel';
import { Keyring, openKms, SealedSecrets } from '#lib/keyring';
import { OutboundClient } from '#lib/outbound';
import { PolicyStore } from '#lib/policy';
import { Collections, ErasureLedger, FileLedgerStore, Vault } from '#lib/vault';
import { DatabaseExchangeMemory } from './exchange/database-exchange-memory.js';
import { Denials } from './exchange/denials.js';
import { ExchangeScopes } from './exchange/exchange-scopes.js';
import { ApiKeyStrategy } from './http/api-key.strategy.js';
import { JwtStrategy } from './http/jwt.strategy.js';
import { LOGGER } from './http/logger.js';
import { SubjectTokens } from './http/subject-token.js';
import { CONFIG } from './http/tokens.js';
import { Closing } from './runtime/closing.js';
import { DevelopmentSeed } from './runtime/development-seed.js';
import { RequestOrigin } from './session/request-origin.js';
import { SessionStrategy } from './session/session.strategy.js';

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
        provide: ErasureLedger,
        inject: [Database],
        useFactory: (database: Database) => new ErasureLedger(database, new FileLedgerStore(config.home)),
      },
      {
        provide: Vault,
        inject: [Keyring, Collections, ErasureLedger],
        useFactory: (keyring: Keyring, collections: Collections, ledger: ErasureLedger) =>
          new Vault(keyring, collections, ledger),
      },
      { provide: PolicyStore, inject: [Database], useFactory: (database: Database) => PolicyStore.open(database) },
      { provide: ApiKeys, inject: [Database], useFactory: (database: Database) => ApiKeys.open(database) },
      {
        provide: JwtAuthenticator,
        inject: [Database],
        useFactory: (database: Database) => jwtAuthenticator(database, config),
      },
      {
        provide: ConsoleSessions,
        inject: [Database],
        useFactory: (database: Database) => new ConsoleSessions(database),
      },
      {
        provide: RateLimits,
        inject: [Database],
        useFactory: (database: Database) => new RateLimits(database, { ...RATE_LIMITS, ...config.rateLimits }),
      },
      { provide: AuditLog, inject: [Database], useFactory: (database: Database) => new AuditLog(database) },
      { provide: Detector, useFactory: () => new Detector() },
      {
        provide: DetectionProfiles,
        inject: [Database, SealedSecrets],
        useFactory: (database: Database, sealed: SealedSecrets) => DetectionProfiles.open(database, sealed),
      },
      {
        provide: CollectionDetector,
        inject: [Detector, DetectionProfiles],
        useFactory: (detector: Detector, profiles: DetectionProfiles) =>
          new CollectionDetector({ detector, profiles, analyzer: RemoteAnalyzer.fromConfig(config) }),
      },
      {
        provide: Reidentifier,
        inject: [Vault, AuditLog],
        useFactory: (vault: Vault, audit: AuditLog) => new Reidentifier(vault, audit),
      },
      {
        provide: Deidentifier,
        inject: [CollectionDetector, Vault, Reidentifier, ExchangeMemory],
        useFactory: (detector: CollectionDetector, vault: Vault, reidentifier: Reidentifier, memory: ExchangeMemory) =>
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
      RequestOrigin,
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
      providers: [
        ...libraries,
        ...own,
        SubjectTokens,
        JwtStrategy,
        SessionStrategy,
        ApiKeyStrategy,
        Closing,
        DevelopmentSeed,
      ],
      exports: [
        ...libraries.map(({ provide }) => provide),
        CONFIG,
        LOGGER,
        Clock,
        ExchangeMemory,
        Denials,
        ExchangeScopes,
        RequestOrigin,
        SubjectTokens,
      ],
    };
  }
}

/** Asks the configured issuers for their keys and nobody else; without issuers no JWT authenticates. */
function jwtAuthenticator(database: Database, { jwtIssuers }: Config): JwtAuthenticator {
  const allowedOrigins = new Set(jwtIssuers.map(({ jwksUri }) => new URL(jwksUri).origin));
  const issuers = jwtIssuers.map(({ tenant, jwksUri, algorithms, clockSkewSeconds, ...issuer }) => ({
    ...issuer,
    tenantId: tenant,
    jwksUrl: jwksUri,
    ...(algorithms && { algorithms }),
    ...(clockSkewSeconds !== undefined && { clockSkewSeconds }),
  }));
  return new JwtAuthenticator(database, issuers, outboundFetch(new OutboundClient({ allowedOrigins })));
}
