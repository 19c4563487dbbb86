import { wipe } from './crypto/wipe.js';

export interface KeyCacheOptions {
  /** Most keys held at once; the least recently used goes first. */
  readonly countMax: number;
  /** Longest time a key stays, in milliseconds of the monotonic clock: a jump of the wall clock changes nothing. */
  readonly ttlMs: number;
  readonly monotonicMs?: () => number;
}

/**
 * Unwrapped keys in memory: bounded in number and time, and overwritten with zeros when they leave.
 *
 * INVARIANT: holds keys only, never a value, and is addressed by ids only. `get` gives a copy that the caller wipes, so
 * an eviction can't zero a key that is in use.
 */
export class KeyCache {
  readonly #entries = new Map<string, { bytes: Buffer; expiresAtMs: number }>();
  readonly #countMax: number;
  readonly #ttlMs: number;
  readonly #monotonicMs: () => number;
  readonly #sweep: NodeJS.Timeout;

  constructor(options: KeyCacheOptions) {
    this.#countMax = options.countMax;
    this.#ttlMs = options.ttlMs;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#sweep = setInterval(() => this.sweep(), Math.max(1_000, Math.min(options.ttlMs, 60_000)));
    this.#sweep.unref();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** A copy of the key, or undefined. */
  get(id: string): Buffer | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (entry.expiresAtMs <= this.#monotonicMs()) {
      this.delete(id);
      return undefined;
    }
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return Buffer.from(entry.bytes);
  }

  /** Keeps a copy of the key. */
  put(id: string, key: Uint8Array): void {
    this.delete(id);
    this.#entries.set(id, { bytes: Buffer.from(key), expiresAtMs: this.#monotonicMs() + this.#ttlMs });
    while (this.#entries.size > this.#countMax) {
      const oldest = this.#entries.keys().next().value;
      if (oldest === undefined) break;
      this.delete(oldest);
    }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    wipe(entry.bytes);
  }

  /** Wipes every key whose id starts with `prefix`; all of them by default. */
  clear(prefix = ''): void {
    for (const id of [...this.#entries.keys()]) if (id.startsWith(prefix)) this.delete(id);
  }

  /** Wipes what has passed its time. Runs by itself; public for tests. */
  sweep(): void {
    const now = this.#monotonicMs();
    for (const [id, entry] of [...this.#entries]) if (entry.expiresAtMs <= now) this.delete(id);
  }

  close(): void {
    clearInterval(this.#sweep);
    this.clear();
  }
}
