/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { imul } = Math;

/** 32-bit FNV-1a over UTF-16 code units with a final mix. Not cryptographic: names features, protects nothing. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = imul(h ^ text.charCodeAt(i), 0x01000193);
  return mixed(h);
}

export function mixed(hash: number): number {
  let h = hash ^ (hash >>> 15);
  h = imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 12)) | 0;
}

/** Order matters: `combined(a, b)` differs from `combined(b, a)`. */
export function combined(a: number, b: number): number {
  return imul(a ^ imul(b, 0x27d4eb2d), 0x165667b1) ^ (b >>> 7);
}

/** The next link of a phrase's hash chain. */
export function chained(previous: number, word: number): number {
  return (imul(previous, 31) + word) | 0;
}
