interface Waiting<T> {
  readonly items: readonly T[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what arrives while a write is under way into the next one: a busy writer pays one commit for many items, an idle
 * one waits for nobody. One write at a time; items are written in the order in which they came.
 */
export class GroupCommit<T> {
  #queue: Waiting<T>[] = [];
  #writing: Promise<void> | undefined;

  constructor(
    private readonly write: (items: readonly T[]) => Promise<void>,
    private readonly itemCountMax: number,
  ) {}

  /** Items that wait; those of the write under way not counted. */
  get waitingCount(): number {
    return this.#queue.reduce((count, { items }) => count + items.length, 0);
  }

  /** Resolves when the items are written, rejects when the write that held them failed. */
  add(items: readonly T[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ items, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #drain(): Promise<void> {
    // What is added in the same turn of the event loop goes together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#take();
      try {
        await this.write(batch.flatMap(({ items }) => items));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }

  /** Whole adds, at least one, up to the bound. */
  #take(): Waiting<T>[] {
    let count = 0;
    const end = this.#queue.findIndex(({ items }, index) => {
      count += items.length;
      return index > 0 && count > this.itemCountMax;
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
  }
}
