import type { Label, Recognised } from './protocol.js';

/** What one file's rewriting knows of its pictures, so that the same pixels are recognised once. Holds plaintext. */
export class PictureMemory {
  private readonly byDigest = new Map<string, Recognised>();
  private readonly byPart = new Map<string, Label[]>();

  recall(digest: string): Recognised | undefined {
    return this.byDigest.get(digest);
  }

  remember(digest: string, recognised: Recognised): void {
    this.byDigest.set(digest, recognised);
  }

  /** Labels were painted over the pixels of a part. */
  paint(part: string, labels: readonly Label[]): void {
    this.byPart.set(part, [...this.painted(part), ...labels]);
  }

  /** What reads as text there is our own writing, or what recognition makes of an even ground. */
  painted(part: string): readonly Label[] {
    return this.byPart.get(part) ?? [];
  }
}
