import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database } from '#lib/database';
import { JOB_CHANNEL } from '#lib/ingestion';

const POLL_MS = 5_000;

/** Tells who waits for a job that it may have changed: when the database says so, and every few seconds whatever it says. */
@Injectable()
export class JobWatch implements OnModuleInit, OnModuleDestroy {
  private readonly waiting = new Map<string, Set<() => void>>();
  private stopListening: () => Promise<void> = async () => undefined;

  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    const wakeAll = () => {
      for (const address of this.waiting.keys()) this.wake(address);
    };
    this.stopListening = await this.database.listen(JOB_CHANNEL, (address) => this.wake(address), {
      onReconnect: wakeAll,
    });
  }

  async onModuleDestroy(): Promise<void> {
    for (const address of this.waiting.keys()) this.wake(address);
    await this.stopListening();
  }

  /** Resolves when the job may have changed, or after five seconds, or when the signal aborts. */
  changed(tenantId: string, jobId: string, signal: AbortSignal): Promise<void> {
    const address = `${tenantId}/${jobId}`;
    return new Promise((resolve) => {
      const set = this.waiting.get(address) ?? new Set();
      this.waiting.set(address, set);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        set.delete(done);
        if (set.size === 0) this.waiting.delete(address);
        resolve();
      };
      const timer = setTimeout(done, POLL_MS);
      signal.addEventListener('abort', done);
      set.add(done);
    });
  }

  private wake(address: string): void {
    for (const done of [...(this.waiting.get(address) ?? [])]) done();
  }
}
