import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { DocumentService, Jobs, type QueueWorker, startJobWorker } from '#lib/ingestion';
import { Clock, DomainError } from '#lib/kernel';
import { SealedSecrets } from '#lib/keyring';
import { PolicyStore } from '#lib/policy';
import { LOGGER } from '../http/logger.js';
import { CONFIG } from '../http/tokens.js';

/** A worker beside the routes, so that jobs get done where nobody runs `pvg worker`; `workerConcurrency: 0` has none. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly sealed: SealedSecrets,
    private readonly policies: PolicyStore,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly documents: DocumentService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { workerConcurrency: concurrency, home } = this.config;
    if (concurrency === 0) return;
    const { database, sealed, policies, clock, jobs, documents } = this;
    const onError = (error: unknown) => this.tell(error);
    this.worker = await startJobWorker({
      database,
      sealed,
      jobs,
      documents,
      policies,
      clock,
      home,
      concurrency,
      onError,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.stop();
  }

  /** Names and codes only: an error of a document may quote it. */
  private tell(error: unknown): void {
    const code = error instanceof DomainError ? error.code : 'internal';
    this.logger.error({ code, ...(error instanceof DomainError && { detail: error.detail }) }, 'job item failed');
  }
}
