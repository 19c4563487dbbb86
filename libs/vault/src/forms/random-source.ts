import { createHash } from 'node:crypto';

/**
 * Numbers that look random and are always the same for the same seed. The seed is a vault token, which is random itself,
 * and never the value: what is made of it tells nothing of the value.
 */
export class RandomSource {
  #block = Buffer.alloc(0);
  #at = 0;
  #counter = 0;

  constructor(private readonly seed: string) {}

  /** A whole number from 0 up to, not including, `bound` (at most 2³²); rejection keeps it even. */
  below(bound: number): number {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const value = this.#next();
      if (value < limit) return value % bound;
    }
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.below(10)).join('');
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  #next(): number {
    if (this.#at + 4 > this.#block.length) {
      this.#block = createHash('sha256').update(`${this.seed}|${this.#counter}`).digest();
      this.#counter += 1;
      this.#at = 0;
    }
    this.#at += 4;
    return this.#block.readUInt32BE(this.#at - 4);
  }
}
