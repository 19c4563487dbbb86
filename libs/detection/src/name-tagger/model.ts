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

const SLOT_FACTOR = 0x9e3779b1;

/** Where a feature's search begins; shared by training and tagging. */
export function firstSlot(hash: number, slotBits: number): number {
  return imul(hash, SLOT_FACTOR) >>> (32 - slotBits);
}

/** Tells features apart that share a slot; never 0. */
export function fingerprint(hash: number): number {
  return hash & 0xffff || 1;
}
