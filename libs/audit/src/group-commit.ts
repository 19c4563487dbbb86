/** Resolves when what was written is durable; the write itself is done before. */
export interface Written {
  readonly durable: Promise<void>;
}

interface Waiting<T> {
  readonly items: readonly T[];
  readonly resolve: (durable: Promise<void>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what arrives while a write is under way into the next one: a busy writer pays one write for many items, an idle
 * one waits for nobody. One write at a time, and a second while so much waits that it fills a batch, so that the database
 * finds work whenever it is done; the next starts while the last one's disk is still waited for. Items of one `add` stay
 * together and in order.
 */
export class GroupCommit<T> {
  #queue: Waiting<T>[] = [];
  readonly #pending = new Set<Promise<void>>();
  #waitingCount = 0;
  #writeCount = 0;

  constructor(
    private readonly write: (items: readonly T[]) => Promise<Written>,
    private readonly itemCountMax: number,
  ) {}

  /** Items that wait; those of the writes under way not counted. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Resolves when the items are durable, rejects when the write that held them failed. */
  add(items: readonly T[]): Promise<void> {
    const done = new Promise<void>((resolve, reject) => this.#queue.push({ items, resolve, reject }));
    this.#waitingCount += items.length;
    const settled = done.catch(() => undefined);
    this.#pending.add(settled);
    void settled.then(() => this.#pending.delete(settled));
    void this.#drain();
    return done;
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  async #drain(): Promise<void> {
    while (this.#mayWrite()) {
      this.#writeCount += 1;
      // What is added in the same turn of the event loop goes together.
      await Promise.resolve();
      const batch = this.#take();
      try {
        if (batch.length === 0) return;
        const { durable } = await this.write(batch.flatMap(({ items }) => items));
        for (const { resolve } of batch) resolve(durable);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      } finally {
        this.#writeCount -= 1;
      }
    }
  }

  #mayWrite(): boolean {
    if (this.#writeCount === 0) return this.#queue.length > 0;
    return this.#writeCount === 1 && this.waitingCount >= this.itemCountMax;
  }

  /** Whole adds, at least one, up to the bound; none when the other write has just taken them. */
  #take(): Waiting<T>[] {
    let end = 0;
    let count = 0;
    for (const { items } of this.#queue) {
      if (end > 0 && count + items.length > this.itemCountMax) break;
      end += 1;
      count += items.length;
    }
    this.#waitingCount -= count;
    return this.#queue.splice(0, end);
  }
}
