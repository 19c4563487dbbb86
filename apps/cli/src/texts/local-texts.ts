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
import { Detector, type Finding } from '#lib/detection';
import type { OpenedBody } from '#lib/dialects';
import { ApiKeys, DEVELOPMENT_TENANT, seedDevelopment } from '#lib/identity';
import {
  DomainError,
  type Edit,
  newRequestId,
  type Principal,
  type Secret,
  type SlottedBody,
  type TextSlot,
} from '#lib/kernel';
import { Keyring, openKms, SealedSecrets } from '#lib/keyring';
import { type Action, PolicyStore, seedPolicies } from '#lib/policy';
import { Collections, ErasureLedger, FileLedgerStore, type Form, Vault } from '#lib/vault';
import type { TextService } from './text-service.js';

export interface LocalTextsOptions {
  readonly config: Config;
  /** Whose rights hold; without one the operator of this machine has those of the role `user`. */
  readonly key?: Secret<string>;
  readonly collectionId: string;
  readonly purpose?: string;
  /** In what form values leave, instead of what the collection says. */
  readonly form?: Form;
}

/** Opens the vault itself, by `PVG_HOME` or `DATABASE_URL`. Policy and audit hold here as they do in the gateway. */
export class LocalTexts implements TextService {
  private constructor(
    private readonly parts: {
      readonly detector: CollectionDetector;
      readonly deidentifier: Deidentifier;
      readonly reidentifier: Reidentifier;
      readonly policies: PolicyStore;
    },
    private readonly principal: Principal,
    private readonly options: LocalTextsOptions,
    readonly close: () => Promise<void>,
  ) {}

  static async open(options: LocalTextsOptions): Promise<LocalTexts> {
    const { config } = options;
    const closers: (() => Promise<void>)[] = [];
    const close = async () => {
      for (const closer of closers.splice(0).reverse()) await closer();
    };
    try {
      const opened = await openDatabase({
        home: config.home,
        poolMax: config.databasePoolSize,
        ...(config.databaseUrl && { url: config.databaseUrl }),
        ...(config.migrationDatabaseUrl && { migrationUrl: config.migrationDatabaseUrl }),
      });
      closers.push(opened.close);
      const { database } = opened;
      if (!config.databaseUrl) {
        await seedDevelopment(database, config.home);
        await seedPolicies(database, DEVELOPMENT_TENANT);
      }
      const keyring = await Keyring.open({ database, kms: await openKms(config) });
      closers.push(() => keyring.close());
      const collections = await Collections.open(database);
      closers.push(() => collections.close());
      const policies = await PolicyStore.open(database);
      closers.push(() => policies.close());
      const audit = new AuditLog(database);
      closers.push(() => audit.close());
      const vault = new Vault(keyring, collections, new ErasureLedger(database, new FileLedgerStore(config.home)));
      const profiles = await DetectionProfiles.open(database, new SealedSecrets(keyring));
      closers.push(() => profiles.close());
      const analyzer = RemoteAnalyzer.fromConfig(config);
      const detector = new CollectionDetector({ detector: new Detector(), profiles, analyzer });
      const reidentifier = new Reidentifier(vault, audit);
      const deidentifier = new Deidentifier(detector, vault, reidentifier, new NoExchangeMemory());
      const principal = await authenticate(database, options.key, closers);
      return new LocalTexts({ detector, deidentifier, reidentifier, policies }, principal, options, close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  async inspect(texts: readonly string[]): Promise<readonly (readonly Finding[])[]> {
    const { collectionId, principal } = await this.scope('privacy:Inspect');
    const { tenantId } = principal;
    const findings: (readonly Finding[])[] = [];
    for (const text of texts) {
      findings.push(...(await this.parts.detector.findAll({ tenantId, collectionId, texts: [{ text }] })));
    }
    return findings;
  }

  async deidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]> {
    const scope = await this.scope('document:Deidentify');
    const documents = new Map<TextSlot, OpenedBody>();
    for (const body of bodies) for (const slot of body.slots) documents.set(slot, body);
    const all: SlottedBody = { slots: [...documents.keys()], splice: () => '' };
    let texts: readonly string[] = [];
    await this.parts.deidentifier.deidentify(scope, all, {
      surface: 'cli.deidentify',
      origin: () => 'document',
      ...(this.options.form && { form: this.options.form }),
      documentOf: (slot) => documents.get(slot),
      close: ({ edits }) => {
        texts = bodies.map((body) => body.splice(ofBody(edits, body)));
        return '';
      },
    });
    return texts;
  }

  async reidentify(bodies: readonly OpenedBody[]): Promise<readonly string[]> {
    const scope = await this.scope('document:Deidentify');
    const results: string[] = [];
    for (const body of bodies)
      results.push((await this.parts.reidentifier.reidentify(scope, body, 'cli.reidentify')).text);
    return results;
  }

  private async scope(action: Action): Promise<ExchangeScope> {
    const { collectionId, purpose } = this.options;
    const { tenantId, id } = this.principal;
    const policy = await this.parts.policies.snapshot(tenantId);
    const context = { now: new Date(), ...(purpose !== undefined && { purpose }) };
    const decision = policy.decide({
      principal: this.principal,
      action,
      resource: { tenantId, collectionId },
      context,
    });
    if (!decision.allowed) {
      throw new DomainError('policy.denied', { publicMessage: `The policy does not allow ${action} here.` });
    }
    const requestId = newRequestId();
    return { requestId, principal: this.principal, collectionId, conversationId: `cli/${id}`, policy, context };
  }
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

function ofBody(edits: ReadonlyMap<TextSlot, readonly Edit[]>, body: SlottedBody): Map<TextSlot, readonly Edit[]> {
  return new Map(body.slots.flatMap((slot) => (edits.has(slot) ? [[slot, edits.get(slot)!] as const] : [])));
}
