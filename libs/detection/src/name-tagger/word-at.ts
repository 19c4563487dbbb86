import type { Observations } from './observe.js';

/** The spelling of token `i`; empty past the end. */
export function wordAt(text: string, seen: Observations, i: number): string {
  return text.slice(seen.tokens.starts[i], seen.tokens.ends[i]);
}
