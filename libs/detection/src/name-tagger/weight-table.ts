import { FEATURES_MAX, FeatureBuffer, formFeatures, POSITION_COUNT, POSITIONS } from './features.js';
import type { FormTable } from './forms.js';
import { SUM_WEIGHTS } from './generated/sum-weights.js';
import { LABEL_COUNT } from './labels.js';
import type { ModelData } from './model.js';

/** What the compiled inner loop needs of WebAssembly; the compiler's own types come with the browser's. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
type Sum = (
  table: number,
  filter: number,
  shift: number,
  mask: number,
  count: number,
  row0: number,
  row1: number,
  row2: number,
  row3: number,
  row4: number,
) => void;
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: { readonly memory: Memory; readonly sum: Sum } };
}

/** Places in memory as `sum-weights.wat` has them, in bytes. */
const RESULT = 512;
const ZEROS = 544;
const TABLE = 1024;
const SLOT_BYTES = 16;
const ROW_BYTES = 32;
const FORM_BYTES = ROW_BYTES * POSITION_COUNT;
const PAGE_BYTES = 65_536;
const FORMS_AT_FIRST = 4096;

/**
 * The weights by feature hash, and the summed weights of each spelling from each position, worked out when first needed. Sums
 * are int16: 128 features of ±127 and five spellings of at most 20 such features stay below.
 */
export class WeightTable {
  /** The features of the token at hand; its array lies in the memory of the inner loop. */
  readonly buffer: FeatureBuffer;
  private readonly memory: Memory;
  private readonly sum: Sum;
  private readonly shift: number;
  private readonly mask: number;
  private readonly filterAt: number;
  private readonly rowsAt: number;
  private result: Int16Array;
  private known = new Uint8Array(FORMS_AT_FIRST);

  constructor(
    model: Pick<ModelData, 'fingerprints' | 'weights'>,
    private readonly forms: FormTable,
  ) {
    const { fingerprints, weights } = model;
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    const { memory, sum } = new Instance(new Module(Buffer.from(SUM_WEIGHTS, 'base64'))).exports;
    this.memory = memory;
    this.sum = sum;
    this.shift = Math.clz32(fingerprints.length) + 1;
    this.mask = fingerprints.length * SLOT_BYTES - 1;
    this.filterAt = TABLE + fingerprints.length * SLOT_BYTES;
    this.rowsAt = this.filterAt + fingerprints.length;
    this.reserve(FORMS_AT_FIRST);
    const bytes = new Int8Array(memory.buffer);
    const prints = new Int32Array(memory.buffer);
    fingerprints.forEach((print, slot) => {
      const place = TABLE + slot * SLOT_BYTES;
      bytes.set(weights.subarray(slot * LABEL_COUNT, (slot + 1) * LABEL_COUNT), place);
      prints[place / 4 + 3] = print;
    });
    bytes.set(filterOf(fingerprints), this.filterAt);
    this.result = new Int16Array(memory.buffer, RESULT, LABEL_COUNT);
    this.buffer = new FeatureBuffer(new Int32Array(memory.buffer, 0, FEATURES_MAX));
  }

  /** To be called when the form table was emptied. */
  clear(): void {
    this.known.fill(0);
  }

  /** Label scores of token `i` by the buffer's features, its spelling and its neighbours', times `scale`, to `scores[at …]`. */
  score(ids: Int32Array, i: number, begin: number, end: number, scale: number, scores: Float64Array, at: number): void {
    const row0 = this.row(ids, i, 0, begin, end);
    const row1 = this.row(ids, i, 1, begin, end);
    const row2 = this.row(ids, i, 2, begin, end);
    const row3 = this.row(ids, i, 3, begin, end);
    const row4 = this.row(ids, i, 4, begin, end);
    this.sum(TABLE, this.filterAt, this.shift, this.mask, this.buffer.count, row0, row1, row2, row3, row4);
    const { result } = this;
    for (let y = 0; y < LABEL_COUNT; y++) scores[at + y] = (result[y] as number) * scale;
  }

  /** Label scores by the buffer's features alone. */
  scoreAlone(scale: number, scores: Float64Array, at: number): void {
    this.sum(TABLE, this.filterAt, this.shift, this.mask, this.buffer.count, ZEROS, ZEROS, ZEROS, ZEROS, ZEROS);
    const { result } = this;
    for (let y = 0; y < LABEL_COUNT; y++) scores[at + y] = (result[y] as number) * scale;
  }

  /** Learns the spellings of a text, so that `score` only has to look them up; the buffer is empty afterwards. */
  learn(ids: Int32Array): void {
    for (const id of ids) if (id >= this.known.length || this.known[id] === 0) this.learnForm(id);
  }

  private row(ids: Int32Array, i: number, p: number, begin: number, end: number): number {
    const j = i + (POSITIONS[p] as number);
    if (j < begin || j >= end) return ZEROS;
    return this.rowsAt + (ids[j] as number) * FORM_BYTES + p * ROW_BYTES;
  }

  private learnForm(id: number): void {
    if (id >= this.known.length) this.grow(id);
    for (let p = 0; p < POSITION_COUNT; p++) {
      this.buffer.count = 0;
      formFeatures(this.forms, id, p, this.buffer);
      this.sum(TABLE, this.filterAt, this.shift, this.mask, this.buffer.count, ZEROS, ZEROS, ZEROS, ZEROS, ZEROS);
      new Int16Array(this.memory.buffer).copyWithin(
        (this.rowsAt + id * FORM_BYTES + p * ROW_BYTES) / 2,
        RESULT / 2,
        (RESULT + ROW_BYTES) / 2,
      );
    }
    this.buffer.count = 0;
    this.known[id] = 1;
  }

  private grow(id: number): void {
    let size = this.known.length;
    while (size <= id) size *= 2;
    const known = new Uint8Array(size);
    known.set(this.known);
    this.known = known;
    this.reserve(size);
    // The memory moved.
    this.result = new Int16Array(this.memory.buffer, RESULT, LABEL_COUNT);
    this.buffer.hashes = new Int32Array(this.memory.buffer, 0, FEATURES_MAX);
  }

  private reserve(forms: number): void {
    const missing = this.rowsAt + forms * FORM_BYTES - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
  }
}

/** Of each slot, which fingerprints (by their last three bits) a search that begins there can meet before an empty slot. */
function filterOf(fingerprints: Uint16Array): Uint8Array {
  const filter = new Uint8Array(fingerprints.length);
  const last = fingerprints.length - 1;
  let met = 0;
  // Twice around, backwards, so that searches that run past the last slot are followed to their end.
  for (let at = 2 * last + 1; at >= 0; at--) {
    const slot = at & last;
    const print = fingerprints[slot] as number;
    met = print === 0 ? 0 : met | (1 << (print & 7));
    filter[slot] = met;
  }
  return filter;
}
