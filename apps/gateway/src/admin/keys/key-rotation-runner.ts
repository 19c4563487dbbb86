import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { Rotation } from '#lib/keyring';
import { KeyRotations } from '#lib/vault';
import { LOGGER } from '../../http/logger.js';

/**
 * Carries rotations on in the background, also those that another process began and didn't end. Each step is a transaction
 * that knows how far it is, so any number of replicas may do this at once, and a stop at any point loses nothing.
 */
@Injectable()
export class KeyRotationRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly rotations: KeyRotations,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.track('*', () => this.resumeAll());
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.running.values());
  }

  /** Goes on with a rotation; a second call for the same one changes nothing. */
  start(tenantId: string, rotation: Rotation): void {
    if (rotation.state !== 'running') return;
    this.track(rotation.id, () => this.rotations.run(tenantId, rotation, { signal: this.stopping.signal }));
  }

  private async resumeAll(): Promise<void> {
    const { rows } = await this.database.withoutTenant((client) =>
      client.query<{ id: string }>('SELECT id FROM tenant ORDER BY id'),
    );
    for (const { id } of rows) {
      if (this.stopping.signal.aborted) return;
      for (const rotation of await this.rotations.list(id)) this.start(id, rotation);
    }
  }

  private track(id: string, work: () => Promise<unknown>): void {
    if (this.running.has(id)) return;
    const done = work()
      .catch((error: unknown) => {
        const code = error instanceof DomainError ? error.code : 'internal';
        this.logger.error({ rotationId: id, code }, 'a key rotation stopped; it can be resumed');
      })
      .finally(() => this.running.delete(id));
    this.running.set(id, done);
  }
}
