import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditLog } from '#lib/audit';
import { Detector } from '#lib/detection';
import { Jobs } from '#lib/ingestion';
import { DomainError } from '#lib/kernel';
import { KeyRotations } from '#lib/vault';
import { LOGGER } from '../../http/logger.js';
import { CheckpointSchedule } from '../audit/checkpoint-schedule.js';
import { ManagedUpstreams } from '../upstreams/managed-upstreams.js';

/** Asks each part how it does. One that fails is told as such and keeps no other from being told. */
@Injectable()
export class Health {
  constructor(
    private readonly detector: Detector,
    private readonly upstreams: ManagedUpstreams,
    private readonly rotations: KeyRotations,
    private readonly log: AuditLog,
    private readonly checkpoints: CheckpointSchedule,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of(tenantId: string) {
    const [upstreams, keys, audit, jobs] = await Promise.all([
      this.#part('upstreams', () => this.#upstreams(tenantId)),
      this.#part('keys', () => this.#keys(tenantId)),
      this.#part('audit', () => this.#audit(tenantId)),
      this.#part('jobs', () => this.jobs.itemCounts(tenantId)),
    ]);
    return { detector: { version: this.detector.version }, upstreams, keys, audit, jobs };
  }

  async #part<T>(part: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      const code = error instanceof DomainError ? error.code : 'internal';
      this.logger.warn({ part, code }, 'a part of the gateway could not say how it does');
      return null;
    }
  }

  async #upstreams(tenantId: string) {
    return (await this.upstreams.list(tenantId)).map(({ name, health }) => ({ name, ...health }));
  }

  async #keys(tenantId: string) {
    const { keks, indexKeys, rotations } = await this.rotations.status(tenantId);
    const count = (state: string) => rotations.filter((one) => one.state === state).length;
    return {
      opens: [...keks, ...indexKeys].every(({ opens }) => opens !== false),
      rotationsRunning: count('running'),
      rotationsPaused: count('paused'),
    };
  }

  async #audit(tenantId: string) {
    const { checkpoint, holds } = await this.checkpoints.standing(tenantId);
    const { sequence } = await this.log.head(tenantId);
    return {
      rowCount: sequence,
      holds,
      signedSequence: checkpoint?.sequence ?? null,
      signedAt: checkpoint?.issuedAt ?? null,
    };
  }
}
