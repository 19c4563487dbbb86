import type { InfoType } from '#lib/kernel';
import type { RunKind } from './patterns/character-runs.js';

/** What a check (checksum, date, number range) says about a candidate. `unknown`: this form carries no check. */
export type Validation = 'valid' | 'invalid' | 'unknown';

/**
 * One way a value is written.
 *
 * `code` (the default): ASCII letters and digits in groups, joined by ONE separator (space `-` `.` `/` `+` or a parenthesis);
 * at most eight groups, four to forty letters and digits, at least one digit, groups without a digit at most five letters. The engine finds such candidates once for all recognizers, with their word
 * boundaries, and matches the WHOLE candidate: write no `\b`, anchors or lookbehind. Dispatch is by shape, so a further
 * recognizer costs nothing on text that has no candidate of its shape.
 *
 * `text`: anything else. Run over the whole text, so it must be linear (bounded quantifiers, no nested repetition) and
 * should give `hints`.
 */
export interface Pattern {
  readonly name: string;
  /** Flags allowed: `i`, `u`. */
  readonly regex: RegExp;
  readonly kind?: 'code' | 'text';
  /** `text` only: the pattern is skipped unless one of these strings, lower case, occurs in the text in any case. */
  readonly hints?: readonly string[];
  /** `text` only: the pattern is run around these only. */
  readonly triggers?: Triggers;
  /** `text` only: the capture group that is the value; 0, the whole match, when absent. */
  readonly group?: number;
  /** Score without context and without a passed check, 0 to 1. The recognizer's `score` when absent. */
  readonly score?: number;
  /** Overrides the recognizer's `validScore`: a separated spelling says more than a bare run of digits. */
  readonly validScore?: number;
  /** Overrides the recognizer's `failedCheckScore`. */
  readonly failedCheckScore?: number;
  /** Overrides the recognizer's type, for recognizers of several. */
  readonly type?: InfoType;
}

/**
 * What nothing can be found without, and how many characters around it are read: words, strings or runs of characters, one of
 * the three. A pattern or scan with triggers costs nothing on text that has none of them.
 */
export interface Triggers {
  /** Lower case, without accents; single words. */
  readonly words?: readonly string[];
  /** Strings, lower case, found in any case and inside words; single characters must have no case. */
  readonly literals?: readonly string[];
  /** Runs of digits, or of letters and digits too long for a word. */
  readonly runs?: RunKind;
  /** Stretches without a digit are passed over. */
  readonly withDigit?: boolean;
  /** Characters before the trigger. */
  readonly before: number;
  /** Characters after the trigger: after the end of a word or run, from the start of a literal. */
  readonly after: number;
}

/**
 * Finds one kind of value. One recognizer a file; the file's name predicts its id.
 *
 * Scores: a candidate starts at the pattern's `score`; a passed check lifts it to `validScore`; a failed check removes it
 * (unless `failedCheckScore` keeps it, with context); context words lift it by `contextBoost` (0.4). Findings under the threshold (0.5 unless
 * configured) are dropped. So: a check that one random candidate in ten passes must leave `validScore` at 0.4 or less for a
 * bare run of digits, and rely on context.
 */
export interface Recognizer {
  /** `<country>.<name>` or `<name>`, kebab-case: `us.ssn`, `credit-card`. */
  readonly id: string;
  readonly types: readonly InfoType[];
  /** ISO 3166-1 alpha-2, upper case, for national values. */
  readonly country?: string;
  /** In words, for docs/entities.md: `US Social Security number`. */
  readonly title: string;
  /** Where pattern and check come from: a standard, an authority's page, a library with its version. */
  readonly source: string;
  /** In words, for docs/entities.md: `Luhn`, `ISO 7064 MOD 97-10`, `none: shape and context`. */
  readonly check: string;
  readonly patterns: readonly Pattern[];
  /** Score without context and without a passed check, 0 to 1. */
  readonly score: number;
  /** Score when the check passes without context, 0 to 1; 0.95 when absent. */
  readonly validScore?: number;
  /** Score of a candidate whose check fails but that has context: a mistyped card is still a card. Absent: dropped. */
  readonly failedCheckScore?: number;
  /** Gets the candidate as written (separators included, normalised to ASCII digits, hyphens and spaces). */
  readonly validate?: (value: string) => Validation;
  /** Whole words or phrases by language (ISO 639-1; `*` for all), lower case, without plural -s: `{ en: ['tax id'] }`. */
  readonly context: Readonly<Record<string, readonly string[]>>;
  /** Without a context word nothing is found, whatever the score. */
  readonly requiresContext?: boolean;
  /** How many words away a context word may stand; 10 before and 3 after when absent. */
  readonly contextDistanceMax?: number;
  /** Context counts only before the candidate or in its label, not after it. */
  readonly contextBefore?: boolean;
  /** A word of these before the candidate, within two words, removes it: `version 2.1.1.108`. */
  readonly notContext?: readonly string[];
  /** Field names (JSON key, form label, column header) whose whole value is one, by language, spelled as in `context`. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** Whether a labelled field's value can be one. */
  readonly acceptsLabelled?: (value: string) => boolean;
  /** Off unless a collection's configuration turns the type on (medication, condition). */
  readonly offByDefault?: boolean;
  /**
   * Invented values, each found in `<a context word>: <value>`, and look-alikes never found there. `«…»` marks the value inside
   * a longer example: `cvv «123»`.
   */
  readonly examples: { readonly valid: readonly string[]; readonly invalid: readonly string[] };
  /** Finds candidates in its own way instead of by patterns. Must be linear. */
  readonly scan?: (text: string) => Iterable<ScanMatch>;
  /** The scan is skipped unless one of these strings, lower case, occurs in the text in any case. */
  readonly hints?: readonly string[];
  /** The scan is run around these only. */
  readonly triggers?: Triggers;
}

/** A candidate that a recognizer's own `scan` found, in offsets of the scanned text. */
export interface ScanMatch {
  readonly start: number;
  readonly end: number;
  readonly pattern: string;
  readonly score: number;
  readonly validation: Validation;
  readonly type?: InfoType;
}

export type PatternRecognizer = Omit<Recognizer, 'types' | 'check' | 'context' | 'scan'> & {
  readonly type: InfoType;
  readonly check?: string;
  readonly context?: Recognizer['context'];
};

/** Declares a recognizer of one type by patterns. Throws a RangeError when the declaration contradicts itself. */
export function patternRecognizer(declaration: PatternRecognizer): Recognizer {
  const { type, check, context, ...rest } = declaration;
  if (rest.requiresContext && Object.keys(context ?? {}).length === 0) {
    throw new RangeError(`${rest.id} requires context but names no context word`);
  }
  if (rest.validate && !check) throw new RangeError(`${rest.id} validates but does not say how`);
  return { ...rest, types: [type], check: check ?? 'none: shape and context', context: context ?? {} };
}

/** Turns the usual yes/no validator into a `Validation`. */
export function checked(isValid: (value: string) => boolean): (value: string) => Validation {
  return (value) => (isValid(value) ? 'valid' : 'invalid');
}

/** The letters and digits of a candidate, upper case. */
export function compact(value: string): string {
  return value.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
}
