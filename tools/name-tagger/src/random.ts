/** Seeded pseudo-random numbers (mulberry32): the same seed trains the same weights. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Favours the first items: `power` 1 is even, 2 strongly uneven. */
  pickEarly<T>(items: readonly T[], power: number): T {
    return items[Math.floor(this.next() ** power * items.length)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
