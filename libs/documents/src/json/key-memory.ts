import { applyEdits } from '#lib/kernel';
import type { SegmentEdit } from '../segment.js';

const KEYS_MAX = 10_000;

/**
 * What the rewriter said about each JSON key of a file: asked once, applied everywhere. When 10,000 distinct keys are known
 * the others are asked about wherever they stand, since keys that many are data.
 */
export class KeyMemory {
  private readonly answers = new Map<string, string>();

  asks(key: string): boolean {
    return key !== '' && !this.answers.has(key);
  }

  /** Returns the key that takes this one's place. */
  learn(key: string, edits: readonly SegmentEdit[] | undefined): string {
    const answer = edits && edits.length > 0 ? applyEdits(key, edits) : key;
    if (this.answers.size < KEYS_MAX) this.answers.set(key, answer);
    return answer;
  }

  answer(key: string): string {
    return this.answers.get(key) ?? key;
  }
}
