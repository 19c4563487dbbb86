import { FeatureBuffer, formFeatures, POSITION_COUNT } from './features.js';
import type { FormTable } from './forms.js';
import { LABEL_COUNT } from './labels.js';
import type { LexiconEntries } from './lexicon.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { imul } = Math;

/** The trained numbers. The number of slots is a power of two; a zero fingerprint is an empty slot. */
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
  return imul(hash, 0x9e3779b1) >>> (32 - slotBits);
}

/** Tells features apart that share a slot; never 0. */
export function fingerprint(hash: number): number {
  return hash & 0xffff || 1;
}

/**
 * Label sums are kept as six 32-bit words of two 16-bit lanes each, so that six additions do the work of eleven. A lane holds
 * sums up to ±32,767: 128 features of ±127 and four spellings of at most 20 such features stay below.
 */
export const LANE_WORDS = 6;
const WORDS = LANE_WORDS;

/** The two labels of a lane word. */
function packed(low: number, high: number): number {
  return (low + high * 65536) | 0;
}

/** Writes the eleven label scores of the packed sums at `from`, times `scale`, to `scores[at …]`. */
export function unpack(sums: Int32Array, from: number, scale: number, scores: Float64Array, at: number): void {
  for (let w = 0; w < WORDS; w++) {
    const word = sums[from + w] as number;
    const low = (word << 16) >> 16;
    scores[at + 2 * w] = low * scale;
    if (w < WORDS - 1) scores[at + 2 * w + 1] = ((word - low) >> 16) * scale;
  }
}

const PRINT_BITS = 14;
/** Features that the remaining bits of a slot can number. */
export const FEATURES_MAX_IN_TABLE = 2 ** (32 - PRINT_BITS) - 1;
const PRINT_MASK = (1 << PRINT_BITS) - 1;

/**
 * Feature hash → weights, by open addressing. A slot holds the row of the weights and 14 bits of the fingerprint, so that
 * an absent feature costs one look into memory (a stranger passes about once in 16,384).
 */
export class WeightTable {
  private readonly slotBits: number;
  /** Row + 1 and fingerprint; 0 is an empty slot. */
  private readonly slots: Int32Array;
  private readonly lanes: Int32Array;

  constructor(model: Pick<ModelData, 'fingerprints' | 'weights'>) {
    const { fingerprints, weights } = model;
    this.slotBits = 31 - Math.clz32(fingerprints.length);
    this.slots = new Int32Array(fingerprints.length);
    const used = fingerprints.reduce((count, print) => count + (print === 0 ? 0 : 1), 0);
    if (used > FEATURES_MAX_IN_TABLE)
      throw new RangeError('a name tagger model has more features than its table can number');
    this.lanes = new Int32Array(used * WORDS);
    let row = 0;
    for (let slot = 0; slot < fingerprints.length; slot++) {
      const print = fingerprints[slot] as number;
      if (print === 0) continue;
      this.slots[slot] = ((row + 1) << PRINT_BITS) | (print & PRINT_MASK);
      for (let w = 0; w < WORDS; w++) {
        const y = slot * LABEL_COUNT + 2 * w;
        const high = 2 * w + 1 < LABEL_COUNT ? (weights[y + 1] as number) : 0;
        this.lanes[row * WORDS + w] = packed(weights[y] as number, high);
      }
      row++;
    }
  }

  /** Adds the weights of the buffer's features into the packed sums at `at`. */
  addTo(features: FeatureBuffer, sums: Int32Array, at: number): void {
    const { slots, lanes } = this;
    const shift = 32 - this.slotBits;
    const last = slots.length - 1;
    const { hashes, count } = features;
    let s0 = sums[at] as number;
    let s1 = sums[at + 1] as number;
    let s2 = sums[at + 2] as number;
    let s3 = sums[at + 3] as number;
    let s4 = sums[at + 4] as number;
    let s5 = sums[at + 5] as number;
    for (let f = 0; f < count; f++) {
      const hash = hashes[f] as number;
      const print = fingerprint(hash) & PRINT_MASK;
      let slot = imul(hash, 0x9e3779b1) >>> shift;
      for (;;) {
        const found = slots[slot] as number;
        if (found === 0) break;
        if ((found & PRINT_MASK) === print) {
          const row = ((found >>> PRINT_BITS) - 1) * WORDS;
          s0 = (s0 + (lanes[row] as number)) | 0;
          s1 = (s1 + (lanes[row + 1] as number)) | 0;
          s2 = (s2 + (lanes[row + 2] as number)) | 0;
          s3 = (s3 + (lanes[row + 3] as number)) | 0;
          s4 = (s4 + (lanes[row + 4] as number)) | 0;
          s5 = (s5 + (lanes[row + 5] as number)) | 0;
          break;
        }
        slot = (slot + 1) & last;
      }
    }
    sums[at] = s0;
    sums[at + 1] = s1;
    sums[at + 2] = s2;
    sums[at + 3] = s3;
    sums[at + 4] = s4;
    sums[at + 5] = s5;
  }
}

const WIDTH = POSITION_COUNT * WORDS;

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

  /** Adds the scores of form `id` seen from position index `p` into the packed sums at `at`. */
  addTo(id: number, p: number, sums: Int32Array, at: number): void {
    if (id >= this.known.length || this.known[id] === 0) this.learn(id);
    const from = id * WIDTH + p * WORDS;
    const own = this.sums;
    sums[at] = ((sums[at] as number) + (own[from] as number)) | 0;
    sums[at + 1] = ((sums[at + 1] as number) + (own[from + 1] as number)) | 0;
    sums[at + 2] = ((sums[at + 2] as number) + (own[from + 2] as number)) | 0;
    sums[at + 3] = ((sums[at + 3] as number) + (own[from + 3] as number)) | 0;
    sums[at + 4] = ((sums[at + 4] as number) + (own[from + 4] as number)) | 0;
    sums[at + 5] = ((sums[at + 5] as number) + (own[from + 5] as number)) | 0;
  }

  private learn(id: number): void {
    if (id >= this.known.length) this.grow(id);
    const from = id * WIDTH;
    this.sums.fill(0, from, from + WIDTH);
    for (let p = 0; p < POSITION_COUNT; p++) {
      this.buffer.count = 0;
      formFeatures(this.forms, id, p, this.buffer);
      this.table.addTo(this.buffer, this.sums, from + p * WORDS);
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
