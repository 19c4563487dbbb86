/** Overwrites key material with zeros. V8 may hold copies it made itself; this shortens the life of ours. */
export function wipe(...buffers: (Uint8Array | undefined)[]): void {
  for (const buffer of buffers) buffer?.fill(0);
}
