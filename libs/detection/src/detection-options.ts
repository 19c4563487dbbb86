import type { InfoType, TextKind } from '#lib/kernel';
import type { CustomRecognizer } from './custom/custom-recognizer.js';
import type { ListTerm } from './custom/lists.js';

/** What to look for and how sure to be. Everything absent means the product's defaults. */
export interface DetectionOptions {
  /** Only these types. */
  readonly types?: readonly InfoType[];
  /** None of these types. */
  readonly excludeTypes?: readonly InfoType[];
  /** Findings under it are dropped: 0 to 1, 0.5 unless `strict`, then 0.35. */
  readonly threshold?: number;
  /** Thresholds of single types; they win over `threshold`. */
  readonly thresholds?: Readonly<Record<InfoType, number>>;
  /** `strict` raises recall at the price of precision. */
  readonly profile?: 'default' | 'strict';
  /** ISO 639-1, when the caller knows it. */
  readonly language?: string;
  /** What the text is; guessed from the text when absent. */
  readonly kind?: TextKind;
  /** JSON key, column header or form label of the text. */
  readonly label?: string;
  /** Values that are let pass. Keep the array: its compiled form is remembered by identity. */
  readonly allow?: readonly ListTerm[];
  /** Values that are always found. Keep the array, as for `allow`. */
  readonly deny?: readonly ListTerm[];
  /** Recognizers of the tenant, from `compileCustomRecognizer`. */
  readonly custom?: readonly CustomRecognizer[];
  /** How long the custom recognizers of one text may take together; 250 ms when absent. Longer fails the detection. */
  readonly customTimeoutMs?: number;
}

export const THRESHOLD_DEFAULT = 0.5;
export const THRESHOLD_STRICT = 0.35;

/** Answers for each type whether a score suffices. */
export function acceptance(options: DetectionOptions): (type: InfoType, score: number) => boolean {
  const threshold = options.threshold ?? (options.profile === 'strict' ? THRESHOLD_STRICT : THRESHOLD_DEFAULT);
  const only = options.types ? new Set(options.types) : null;
  const excluded = new Set(options.excludeTypes ?? []);
  return (type, score) =>
    (only === null || only.has(type)) &&
    !excluded.has(type) &&
    score >= (options.thresholds?.[type] ?? threshold) - 1e-9;
}
