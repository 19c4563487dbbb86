import { RE2JS } from 're2js';
import { DomainError, type InfoType, isInfoType } from '#lib/kernel';
import { PhraseMatcher } from './phrase-matcher.js';

/** A recognizer that a tenant declares at run time. */
export interface CustomRecognizerDefinition {
  /** Letters, digits and hyphens; shown as `custom.<name>`. */
  readonly name: string;
  readonly type: InfoType;
  /** RE2 syntax (no backreferences, no lookaround). */
  readonly pattern?: string;
  readonly ignoreCase?: boolean;
  /** Words and phrases, found as whole words in any case. */
  readonly dictionary?: readonly string[];
  /** With these words within sixty characters before it a match scores 0.4 more. */
  readonly context?: readonly string[];
  /** 0 to 1; 0.8 when absent. */
  readonly score?: number;
}

export interface CustomMatch {
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly context: readonly string[];
}

export const CUSTOM_PATTERN_LENGTH_MAX = 1_000;
export const CUSTOM_DICTIONARY_SIZE_MAX = 10_000;
export const CUSTOM_MATCH_LENGTH_MAX = 1_024;
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const WINDOW = 65_536;
const MATCHES_MAX = 100_000;
const CONTEXT_REACH = 60;
const CONTEXT_BOOST = 0.4;
const SCORE_DEFAULT = 0.8;

function refuse(reason: string): never {
  throw new DomainError('request.invalid', { publicMessage: `The custom recognizer is not valid: ${reason}.` });
}

/**
 * Checks a definition and makes it ready to run. Throws DomainError('request.invalid') when it is not usable: bad name or
 * type, a pattern RE2 does not take, one that matches nothing at all, or limits exceeded.
 */
export function compileCustomRecognizer(definition: CustomRecognizerDefinition): CustomRecognizer {
  const { name, type, pattern, dictionary = [], score = SCORE_DEFAULT } = definition;
  if (!NAME.test(name)) refuse('the name must be letters, digits and hyphens');
  if (!isInfoType(type)) refuse('the type must be upper snake case, at most 24 characters');
  if (!(score >= 0 && score <= 1)) refuse('the score must lie between 0 and 1');
  if (pattern === undefined && dictionary.length === 0) refuse('it needs a pattern or a dictionary');
  if (dictionary.length > CUSTOM_DICTIONARY_SIZE_MAX) refuse('the dictionary is too long');
  if (dictionary.some((term) => term.trim() === '')) refuse('the dictionary holds an empty term');
  return new CustomRecognizer(
    definition,
    pattern === undefined ? null : compilePattern(pattern, definition.ignoreCase),
  );
}

function compilePattern(pattern: string, ignoreCase: boolean | undefined): RE2JS {
  if (pattern.length > CUSTOM_PATTERN_LENGTH_MAX) refuse('the pattern is too long');
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (compiled.matches('')) refuse('the pattern matches the empty text');
    return compiled;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    refuse('the pattern is not in RE2 syntax');
  }
}

/** A compiled custom recognizer. Matching is linear in the text and stops at a deadline by failing, never by finding less. */
export class CustomRecognizer {
  readonly id: string;
  readonly type: InfoType;
  private readonly score: number;
  private readonly dictionary: PhraseMatcher;
  private readonly context: PhraseMatcher | null;
  private readonly contextWords: readonly string[];

  constructor(
    definition: CustomRecognizerDefinition,
    private readonly pattern: RE2JS | null,
  ) {
    this.id = `custom.${definition.name}`;
    this.type = definition.type;
    this.score = definition.score ?? SCORE_DEFAULT;
    this.dictionary = new PhraseMatcher((definition.dictionary ?? []).map((text) => ({ text })));
    this.contextWords = definition.context ?? [];
    this.context = this.contextWords.length > 0 ? new PhraseMatcher(this.contextWords.map((text) => ({ text }))) : null;
  }

  /** `deadline` in `performance.now()` terms. Throws DomainError('detection.failed') when it passes. */
  find(text: string, deadline: number): CustomMatch[] {
    const spans = this.dictionary.find(text).map(({ start, end }) => ({ start, end }));
    if (this.pattern) spans.push(...this.findPattern(this.pattern, text, deadline));
    return spans.map((span) => ({ ...span, ...this.judge(text, span.start) }));
  }

  /**
   * Windows that overlap by the longest match allowed: a match that touches an edge of a window inside the text is left to
   * the neighbour that sees it whole, which also keeps `^` and `$` honest.
   */
  private findPattern(pattern: RE2JS, text: string, deadline: number): { start: number; end: number }[] {
    const found = new Map<number, number>();
    for (let from = 0; from < text.length; from += WINDOW) {
      if (performance.now() > deadline || found.size > MATCHES_MAX) throw tooSlow(this.id);
      const start = Math.max(0, from - CUSTOM_MATCH_LENGTH_MAX);
      const end = Math.min(text.length, from + WINDOW + CUSTOM_MATCH_LENGTH_MAX);
      const matcher = pattern.matcher(text.slice(start, end));
      while (matcher.find()) {
        const at = start + matcher.start();
        const to = start + matcher.end();
        const cut = (at === start && start > 0) || (to === end && end < text.length);
        if (!cut && to > at) found.set(at, Math.max(to, found.get(at) ?? 0));
        if (performance.now() > deadline) throw tooSlow(this.id);
      }
    }
    return [...found].map(([start, end]) => ({ start, end }));
  }

  private judge(text: string, start: number): { score: number; context: readonly string[] } {
    const hit = this.context?.find(text.slice(Math.max(0, start - CONTEXT_REACH), start)).at(-1);
    if (!hit) return { score: this.score, context: [] };
    return { score: Math.min(1, this.score + CONTEXT_BOOST), context: [this.contextWords[hit.phrase]!] };
  }
}

function tooSlow(id: string): DomainError {
  return new DomainError('detection.failed', {
    publicMessage: 'A custom recognizer took too long, so nothing was sent on.',
    facts: { recognizer: id },
  });
}
