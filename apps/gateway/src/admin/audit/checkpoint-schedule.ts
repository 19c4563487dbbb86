import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditLog, type Checkpoint, CheckpointJournal, CheckpointSigner } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { LOGGER } from '../../http/logger.js';
import { CONFIG } from '../../http/tokens.js';

/**
 * Signs every tenant's audit chain from time to time into a folder outside the database, and looks each time whether the
 * chain still is the one that was signed before. That it is not is an error that somebody must look at now.
 */
@Injectable()
export class CheckpointSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #journal: CheckpointJournal;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'auditCheckpoints'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly log: AuditLog,
    signer: CheckpointSigner,
  ) {
    this.#journal = new CheckpointJournal(config.auditCheckpoints.folder, signer);
  }

  onApplicationBootstrap(): void {
    const { seconds } = this.config.auditCheckpoints;
    if (seconds === 0) return;
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.run());
    }, seconds * 1_000);
    this.#timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** One round over all tenants. Never throws: what fails is logged, and tried again in the next round. */
  async run(): Promise<void> {
    try {
      const { rows } = await this.database.withoutTenant((client) =>
        client.query<{ id: string }>('SELECT id FROM tenant ORDER BY id'),
      );
      for (const { id } of rows) await this.#sign(id);
    } catch (error) {
      this.logger.error({ code: codeOf(error) }, 'the audit log could not be signed');
    }
  }

  /** What was signed last of a tenant's chain, and whether the chain still is that one. */
  async standing(tenantId: string): Promise<{ checkpoint: Checkpoint | null; holds: boolean }> {
    const checkpoint = await this.#journal.last(tenantId);
    if (!checkpoint || checkpoint.sequence === 0) return { checkpoint, holds: true };
    return { checkpoint, holds: (await this.log.hashAt(tenantId, checkpoint.sequence)) === checkpoint.hash };
  }

  async #sign(tenantId: string): Promise<void> {
    const { checkpoint, holds } = await this.#journal.write(this.log, tenantId);
    if (!holds) this.logger.error({ tenantId }, 'the audit log is not the one that was signed: verify it now');
    else if (checkpoint) this.logger.info({ tenantId, sequence: checkpoint.sequence }, 'audit checkpoint signed');
  }
}

function codeOf(error: unknown): string {
  return error instanceof DomainError ? error.code : 'internal';
}
