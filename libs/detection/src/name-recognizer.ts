import type { InfoType, Span } from '#lib/kernel';

/** A name as the recognizer sees it; `score` is a probability, 0 to 1. */
export interface NameSpan extends Span {
  readonly type: InfoType;
  readonly score: number;
}

export interface NameRecognizerOptions {
  /** Raises recall at the price of precision. */
  readonly strict?: boolean;
  /** ISO 639-1, when the caller knows it. */
  readonly language?: string;
}

/**
 * Finds PERSON, ORGANIZATION and LOCATION (also ADDRESS parts and DATE where it can) in running text. Synchronous, pure,
 * linear in the length of the text; offsets in UTF-16 code units; spans of one type never overlap.
 */
export abstract class NameRecognizer {
  /** Enters the detector's version, so that caches of findings are dropped when the weights change. */
  abstract readonly version: string;
  abstract find(text: string, options?: NameRecognizerOptions): NameSpan[];
}
