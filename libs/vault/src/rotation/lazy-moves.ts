import type { Keyring } from '#lib/keyring';
import { moveRetiring } from './retiring-values.js';

/**
 * Moves values that are met while a data key rotation runs, so that those in use are under the new key first. Never in the
 * way of whoever met them: one batch at a time for each tenant, in the background, and what fails is left to the job.
 */
export class LazyMoves {
  readonly #running = new Map<string, Promise<void>>();

  constructor(private readonly keyring: Keyring) {}

  /** Values of these tokens were read or written. Costs nothing while no key has been succeeded. */
  async met(tenantId: string, tokens: readonly string[]): Promise<void> {
    if (tokens.length === 0 || this.#running.has(tenantId)) return;
    if (!(await this.keyring.tenant(tenantId)).retiring || this.#running.has(tenantId)) return;
    const done = moveRetiring(this.keyring, tenantId, tokens).then(
      () => undefined,
      // The job meets it again, and says so.
      () => undefined,
    );
    void done.finally(() => this.#running.delete(tenantId));
    this.#running.set(tenantId, done);
  }

  /** Resolves when nothing is being moved. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
