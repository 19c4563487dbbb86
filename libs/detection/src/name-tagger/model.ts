import { FeatureBuffer, formFeatures, POSITION_COUNT } from './features.js';
import type { FormTable } from './forms.js';
import { LABEL_COUNT } from './labels.js';
import type { LexiconEntries } from './lexicon.js';

/** The trained numbers. `slots` is a power of two; a zero fingerprint is an empty slot. */
export interface ModelData {
  readonly version: string;
  readonly scale: number;
  readonly transitions: Float64Array;
  readonly fingerprints: Uint16Array;
  readonly weights: Int8Array;
  readonly words: LexiconEntries;
  readonly phrases: LexiconEntries;
}

/** Where a feature's search begins; shared by training and tagging. */
export function firstSlot(hash: number, slotBits: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - slotBits);
}

/** Tells features apart that share a slot; never 0. */
export function fingerprint(hash: number): number {
  return hash & 0xffff || 1;
}

/** Feature hash → eleven int8 weights, by open addressing with a 16-bit fingerprint (a stranger passes about once in 65,536). */
export class WeightTable {
  private readonly slotBits: number;

  constructor(
    private readonly fingerprints: Uint16Array,
    private readonly weights: Int8Array,
  ) {
    this.slotBits = 31 - Math.clz32(fingerprints.length);
  }

  /** Adds the weights of the buffer's features into `sums[at … at + 10]`. */
  addTo(features: FeatureBuffer, sums: Int32Array, at: number): void {
    const { fingerprints, weights, slotBits } = this;
    const last = fingerprints.length - 1;
    const hashes = features.hashes;
    for (let f = 0; f < features.count; f++) {
      const hash = hashes[f] as number;
      const print = fingerprint(hash);
      let slot = firstSlot(hash, slotBits);
      for (;;) {
        const found = fingerprints[slot] as number;
        if (found === 0) break;
        if (found === print) {
          const w = slot * LABEL_COUNT;
          for (let y = 0; y < LABEL_COUNT; y++) sums[at + y] = (sums[at + y] as number) + (weights[w + y] as number);
          break;
        }
        slot = (slot + 1) & last;
      }
    }
  }
}

const WIDTH = POSITION_COUNT * LABEL_COUNT;

/** Summed weights of each spelling from each position, worked out when first needed. */
export class FormScores {
  private sums = new Int32Array(4096 * WIDTH);
  private known = new Uint8Array(4096);
  private readonly buffer = new FeatureBuffer();

  constructor(
    private readonly forms: FormTable,
    private readonly table: WeightTable,
  ) {}

  /** To be called when the form table was emptied. */
  clear(): void {
    this.known.fill(0);
  }

  /** Adds the scores of form `id` seen from position index `p` into `sums[at …]`. */
  addTo(id: number, p: number, sums: Int32Array, at: number): void {
    if (id >= this.known.length || this.known[id] === 0) this.learn(id);
    const from = id * WIDTH + p * LABEL_COUNT;
    const own = this.sums;
    for (let y = 0; y < LABEL_COUNT; y++) sums[at + y] = (sums[at + y] as number) + (own[from + y] as number);
  }

  private learn(id: number): void {
    if (id >= this.known.length) this.grow(id);
    const from = id * WIDTH;
    this.sums.fill(0, from, from + WIDTH);
    for (let p = 0; p < POSITION_COUNT; p++) {
      this.buffer.count = 0;
      formFeatures(this.forms, id, p, this.buffer);
      this.table.addTo(this.buffer, this.sums, from + p * LABEL_COUNT);
    }
    this.known[id] = 1;
  }

  private grow(id: number): void {
    let size = this.known.length;
    while (size <= id) size *= 2;
    const sums = new Int32Array(size * WIDTH);
    sums.set(this.sums);
    this.sums = sums;
    const known = new Uint8Array(size);
    known.set(this.known);
    this.known = known;
  }
}
