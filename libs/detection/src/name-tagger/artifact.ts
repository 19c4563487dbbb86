import { brotliDecompressSync } from 'node:zlib';
import { LABEL_COUNT } from './labels.js';
import type { LexiconEntries } from './lexicon.js';
import type { ModelData } from './model.js';

/** First bytes of a model file, with the layout's number: `PVGN` 1. */
const MAGIC = 0x4e475650;
const LAYOUT = 1;

/** Reads little-endian numbers one after the other. Throws a RangeError past the end. */
class Reader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  uint32(): number {
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 4);
    this.at += 4;
    return view.getUint32(0, true);
  }

  float64(): number {
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 8);
    this.at += 8;
    return view.getFloat64(0, true);
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError('a name tagger model file ends early');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  take(size: number): Uint8Array {
    if (this.at + size > this.bytes.length) throw new RangeError('a name tagger model file ends early');
    this.at += size;
    return this.bytes.slice(this.at - size, this.at);
  }
}

/**
 * Decodes a model file (base64 of brotli, as tools/name-tagger writes it). Throws a RangeError when the layout is not the
 * one this code was built for: weights and features only work together.
 */
export function decodeModel(base64: string): ModelData {
  const reader = new Reader(brotliDecompressSync(Buffer.from(base64, 'base64')));
  if (reader.uint32() !== MAGIC || reader.uint32() !== LAYOUT || reader.uint32() !== LABEL_COUNT) {
    throw new RangeError('the name tagger model file has another layout than the code');
  }
  const version = new TextDecoder().decode(reader.take(reader.varint()));
  const scale = reader.float64();
  const transitions = new Float64Array(LABEL_COUNT * LABEL_COUNT);
  for (let i = 0; i < transitions.length; i++) transitions[i] = reader.float64();
  const { fingerprints, weights } = readWeights(reader);
  return {
    version,
    scale,
    transitions,
    fingerprints,
    weights,
    words: readEntries(reader),
    phrases: readEntries(reader),
  };
}

/** Occupied slots as gaps, then their fingerprints, then weights label by label, which packs better than feature by feature. */
function readWeights(reader: Reader): Pick<ModelData, 'fingerprints' | 'weights'> {
  const slots = 2 ** reader.varint();
  const used = reader.varint();
  const positions = new Int32Array(used);
  let slot = -1;
  for (let i = 0; i < used; i++) {
    slot += 1 + reader.varint();
    positions[i] = slot;
  }
  const prints = reader.take(used * 2);
  const fingerprints = new Uint16Array(slots);
  for (let i = 0; i < used; i++) {
    fingerprints[positions[i] as number] = (prints[2 * i] as number) | ((prints[2 * i + 1] as number) << 8);
  }
  const weights = new Int8Array(slots * LABEL_COUNT);
  for (let y = 0; y < LABEL_COUNT; y++) {
    const column = reader.take(used);
    for (let i = 0; i < used; i++) weights[(positions[i] as number) * LABEL_COUNT + y] = column[i] as number;
  }
  return { fingerprints, weights };
}

function readEntries(reader: Reader): LexiconEntries {
  const palette = new Int32Array(reader.varint());
  for (let i = 0; i < palette.length; i++) palette[i] = reader.varint() | 0;
  const count = reader.varint();
  const hashes = new Int32Array(count);
  const masks = new Int32Array(count);
  let hash = 0;
  for (let i = 0; i < count; i++) {
    hash += reader.varint();
    hashes[i] = hash | 0;
  }
  for (let i = 0; i < count; i++) masks[i] = palette[reader.varint()] as number;
  return { hashes, masks };
}

/** What `decodeModel` reads, before compression; for tools/name-tagger. */
export function encodeModel(model: ModelData): Uint8Array {
  const bytes: number[] = [];
  const uint32 = (value: number) => bytes.push(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24);
  const float64 = (value: number) => bytes.push(...new Uint8Array(new Float64Array([value]).buffer));
  const varint = (value: number) => {
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  uint32(MAGIC);
  uint32(LAYOUT);
  uint32(LABEL_COUNT);
  const version = new TextEncoder().encode(model.version);
  varint(version.length);
  bytes.push(...version);
  float64(model.scale);
  model.transitions.forEach(float64);
  const used = [...model.fingerprints.keys()].filter((slot) => model.fingerprints[slot] !== 0);
  varint(31 - Math.clz32(model.fingerprints.length));
  varint(used.length);
  used.forEach((slot, i) => {
    varint(i === 0 ? slot : slot - (used[i - 1] as number) - 1);
  });
  for (const slot of used) {
    const print = model.fingerprints[slot] as number;
    bytes.push(print & 255, print >>> 8);
  }
  for (let y = 0; y < LABEL_COUNT; y++)
    for (const slot of used) bytes.push((model.weights[slot * LABEL_COUNT + y] as number) & 255);
  for (const entries of [model.words, model.phrases]) {
    const palette = [...new Set(entries.masks)];
    const places = new Map(palette.map((mask, i) => [mask, i]));
    varint(palette.length);
    palette.forEach((mask) => {
      varint(mask >>> 0);
    });
    varint(entries.hashes.length);
    let previous = 0;
    entries.hashes.forEach((hash) => {
      varint((hash >>> 0) - previous);
      previous = hash >>> 0;
    });
    entries.masks.forEach((mask) => {
      varint(places.get(mask) as number);
    });
  }
  return Uint8Array.from(bytes);
}
