import { AuditLog } from '#lib/audit';
import type { Config } from '#lib/config';
import { type Database, openDatabase } from '#lib/database';
import {
  CollectionDetector,
  Deidentifier,
  DetectionProfiles,
  type ExchangeScope,
  NoExchangeMemory,
  Reidentifier,
  RemoteAnalyzer,
} from '#lib/deidentification';
import { Detector } from '#lib/detection';
import { ApiKeys, DEVELOPMENT_TENANT, seedDevelopment } from '#lib/identity';
import { DomainError, newRequestId, type Principal, type Secret } from '#lib/kernel';
import { Keyring, openKms, SealedSecrets } from '#lib/keyring';
import { type Action, PolicyStore, seedPolicies } from '#lib/policy';
import { Collections, ErasureLedger, FileLedgerStore, Vault } from '#lib/vault';

export interface LocalSeamOptions {
  readonly config: Config;
  /** Whose rights hold; without one the operator of this machine has those of the role `user`. */
  readonly key?: Secret<string>;
  /** The database of a process that has opened it, brought it up to date and keeps it open. */
  readonly joined?: Secret<string>;
}

interface Parts {
  readonly database: Database;
  readonly sealed: SealedSecrets;
  readonly detector: CollectionDetector;
  readonly deidentifier: Deidentifier;
  readonly reidentifier: Reidentifier;
  readonly policies: PolicyStore;
  readonly principal: Principal;
  /** For others to join. */
  readonly databaseUrl: Secret<string>;
}

/** The seam, opened by this process itself from `PVG_HOME` or `DATABASE_URL`. Policy and audit hold as in the gateway. */
export class LocalSeam {
  private constructor(
    readonly parts: Parts,
    readonly close: () => Promise<void>,
  ) {}

  static async open({ config, key, joined }: LocalSeamOptions): Promise<LocalSeam> {
    const closers: (() => Promise<void>)[] = [];
    const close = async () => {
      for (const closer of closers.splice(0).reverse()) await closer();
    };
    try {
      const { database, databaseUrl } = await openOrJoin(config, joined, closers);
      const keyring = await Keyring.open({ database, kms: await openKms(config) });
      closers.push(() => keyring.close());
      const collections = await Collections.open(database);
      closers.push(() => collections.close());
      const policies = await PolicyStore.open(database);
      closers.push(() => policies.close());
      const audit = new AuditLog(database);
      closers.push(() => audit.close());
      const vault = new Vault(keyring, collections, new ErasureLedger(database, new FileLedgerStore(config.home)));
      const sealed = new SealedSecrets(keyring);
      const profiles = await DetectionProfiles.open(database, sealed);
      closers.push(() => profiles.close());
      const analyzer = RemoteAnalyzer.fromConfig(config);
      const detector = new CollectionDetector({ detector: new Detector(), profiles, analyzer });
      const reidentifier = new Reidentifier(vault, audit);
      const deidentifier = new Deidentifier(detector, vault, reidentifier, new NoExchangeMemory());
      const principal = await authenticate(database, key, closers);
      const parts = { database, sealed, detector, deidentifier, reidentifier, policies, principal, databaseUrl };
      return new LocalSeam(parts, close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** A new request of this principal. Throws `policy.denied`. */
  async scope(action: Action, collectionId: string, purpose: string | undefined): Promise<ExchangeScope> {
    const { principal } = this.parts;
    const { tenantId, id } = principal;
    const policy = await this.parts.policies.snapshot(tenantId);
    const context = { now: new Date(), ...(purpose !== undefined && { purpose }) };
    const decision = policy.decide({ principal, action, resource: { tenantId, collectionId }, context });
    if (!decision.allowed) {
      throw new DomainError('policy.denied', { publicMessage: `The policy does not allow ${action} here.` });
    }
    return { requestId: newRequestId(), principal, collectionId, conversationId: `cli/${id}`, policy, context };
  }
}

async function openOrJoin(config: Config, joined: Secret<string> | undefined, closers: (() => Promise<void>)[]) {
  const opened = await openDatabase({
    home: config.home,
    poolMax: config.databasePoolSize,
    ...(joined ? { url: joined, migrate: false } : config.databaseUrl && { url: config.databaseUrl }),
    ...(config.migrationDatabaseUrl && { migrationUrl: config.migrationDatabaseUrl }),
  });
  closers.push(opened.close);
  const { database, embedded } = opened;
  if (embedded) {
    await seedDevelopment(database, config.home);
    await seedPolicies(database, DEVELOPMENT_TENANT);
  }
  return { database, databaseUrl: joined ?? config.databaseUrl ?? embedded!.url };
}

/** The operator of this machine holds the root key and the database; policy still decides what is shown. */
const OPERATOR: Principal = {
  tenantId: DEVELOPMENT_TENANT,
  id: 'cli',
  kind: 'service',
  roles: ['user'],
  groups: [],
  purposes: ['*'],
  collections: ['*'],
  attributes: {},
};

async function authenticate(
  database: Database,
  key: Secret<string> | undefined,
  closers: (() => Promise<void>)[],
): Promise<Principal> {
  if (!key) return OPERATOR;
  const apiKeys = await ApiKeys.open(database);
  closers.push(() => apiKeys.close());
  return apiKeys.authenticate(key);
}
