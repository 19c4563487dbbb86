import type { Principal } from '#lib/kernel';

export interface AuthenticatedEntry {
  readonly tenantId: string;
  readonly principal: Principal;
  /** Milliseconds since the epoch; null = never. */
  readonly expiresAt: number | null;
  /** When the read that confirmed it was sent, on a monotonic clock. */
  readonly confirmedAt: number;
}

/**
 * Keys that the database confirmed a moment ago, by the hash of the secret: never the secret. Bounded; the oldest entry
 * goes first. A change in a tenant drops all entries of that tenant.
 */
export class AuthenticatedCache {
  readonly #entries = new Map<string, AuthenticatedEntry>();
  /** Announced changes, to tell whether one came while a read ran. */
  #changes = 0;

  constructor(
    private readonly freshForMs: number,
    private readonly entryCountMax: number,
  ) {}

  get changes(): number {
    return this.#changes;
  }

  get(hash: string, elapsedMs: number, nowMs: number): AuthenticatedEntry | null {
    const entry = this.#entries.get(hash);
    if (!entry) return null;
    const fresh =
      elapsedMs - entry.confirmedAt < this.freshForMs && (entry.expiresAt === null || nowMs < entry.expiresAt);
    if (fresh) return entry;
    this.#entries.delete(hash);
    return null;
  }

  /** Not kept when something changed since `changes` was read: the entry may be from before it. */
  set(hash: string, entry: AuthenticatedEntry, changes: number): void {
    if (changes !== this.#changes) return;
    this.#entries.delete(hash);
    this.#entries.set(hash, entry);
    if (this.#entries.size > this.entryCountMax) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
  }

  dropTenant(tenantId: string): void {
    this.#changes += 1;
    for (const [hash, entry] of this.#entries) if (entry.tenantId === tenantId) this.#entries.delete(hash);
  }

  clear(): void {
    this.#changes += 1;
    this.#entries.clear();
  }
}
