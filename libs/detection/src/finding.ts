import type { InfoType, Span, TextKind } from '#lib/kernel';
import type { Validation } from './recognizer.js';

/** One step of a score's path: `pattern 0.3`, `check 0.95`, `context 1`. */
export interface ScoreStep {
  readonly reason: 'pattern' | 'check' | 'context' | 'tagger' | 'document' | 'label' | 'dictionary' | 'zone';
  readonly score: number;
}

/** Why something was found. Holds names of rules and context words, never the value. */
export interface Explanation {
  readonly pattern?: string;
  readonly validation: Validation;
  /** The context words seen near the value. */
  readonly context: readonly string[];
  readonly path: readonly ScoreStep[];
}

/**
 * A value found in a text, `[start, end)` in UTF-16 code units of the text as given.
 * INVARIANT: findings of one text are sorted and never overlap; `text.slice(start, end)` is the value.
 */
export interface Finding extends Span {
  readonly type: InfoType;
  /** 0 to 1. */
  readonly score: number;
  /** The recognizer's id, or `name-tagger`, `document-pass`, `deny-list`, `custom.<name>`. */
  readonly recognizer: string;
  readonly explanation: Explanation;
}

/** One text of a document or exchange. */
export interface DetectionText {
  readonly text: string;
  readonly kind?: TextKind;
  /** JSON key, column header or form label of the value. */
  readonly label?: string;
}
