import { eachCodeCandidate } from '../candidates/code-candidates.js';
import { CodeDispatcher, type CodePattern } from '../candidates/code-dispatcher.js';
import { type ContextHits, ContextIndex, contextWords } from '../context/context-index.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import type { Pattern, Recognizer } from '../recognizer.js';
import { type PatternMatch, scoreCandidate, validScoreOf } from './score-candidate.js';

interface TextPattern {
  readonly recognizer: Recognizer;
  readonly pattern: Pattern;
  readonly global: RegExp;
}

const NO_HITS: ContextHits = new Map();
const NOT_CONTEXT_WORDS = 2;
const NOT_CONTEXT_REACH = 30;
/** Nothing under this can pass any threshold worth setting; saves the check. */
const CONTEXT_LIFT_MAX = 0.5;

/** Runs all pattern recognizers over a normalised text. */
export class PatternScanner {
  private readonly dispatcher: CodeDispatcher;
  private readonly context: ContextIndex;
  private readonly textPatterns: TextPattern[] = [];
  private readonly scanners: (Recognizer & Required<Pick<Recognizer, 'scan'>>)[] = [];

  constructor(readonly recognizers: readonly Recognizer[]) {
    this.dispatcher = new CodeDispatcher(recognizers);
    this.context = new ContextIndex(recognizers);
    for (const recognizer of recognizers) {
      if (recognizer.scan) this.scanners.push(recognizer as Recognizer & Required<Pick<Recognizer, 'scan'>>);
      for (const pattern of recognizer.patterns) {
        if (pattern.kind !== 'text') continue;
        const flags = `${pattern.regex.flags.replace(/[gyd]/g, '')}${pattern.group ? 'd' : ''}g`;
        this.textPatterns.push({ recognizer, pattern, global: new RegExp(pattern.regex.source, flags) });
      }
    }
  }

  /** Candidates with their scores, `scoreMin` or better, overlapping and unordered. */
  scan(
    text: string,
    label: string | undefined,
    wants: (recognizer: Recognizer) => boolean,
    scoreMin: number,
  ): CandidateFinding[] {
    return new Scan(text, label, this.context, scoreMin).run(this.dispatcher, this.textPatterns, this.scanners, wants);
  }
}

/** One run over one text. */
class Scan {
  private readonly found: CandidateFinding[] = [];
  private contextStart = -1;
  private contextEnd = -1;
  private hits: ContextHits = NO_HITS;
  private words: readonly string[] | null = null;

  constructor(
    private readonly text: string,
    private readonly label: string | undefined,
    private readonly context: ContextIndex,
    private readonly scoreMin: number,
  ) {}

  run(
    dispatcher: CodeDispatcher,
    textPatterns: readonly TextPattern[],
    scanners: PatternScanner['scanners'],
    wants: (recognizer: Recognizer) => boolean,
  ): CandidateFinding[] {
    eachCodeCandidate(this.text, (start, end, shape) => {
      const patterns = dispatcher.patternsFor(shape);
      if (patterns.length > 0) this.codes(patterns, start, end, wants);
    });
    const lower = textPatterns.some(({ pattern }) => pattern.hints) ? this.text.toLowerCase() : '';
    for (const { recognizer, pattern, global } of textPatterns) {
      if (!wants(recognizer) || (pattern.hints && !pattern.hints.some((hint) => lower.includes(hint)))) continue;
      for (const match of this.text.matchAll(global)) {
        const [start, end] = pattern.group
          ? (match.indices![pattern.group] ?? [0, 0])
          : [match.index, match.index + match[0].length];
        if (end > start) this.candidate(recognizer, pattern, start, end);
      }
    }
    for (const recognizer of scanners) if (wants(recognizer)) this.own(recognizer);
    return this.found;
  }

  private codes(patterns: readonly CodePattern[], start: number, end: number, wants: (r: Recognizer) => boolean): void {
    const value = this.text.slice(start, end);
    for (const { recognizer, pattern, whole } of patterns) {
      if (wants(recognizer) && whole.test(value)) this.candidate(recognizer, pattern, start, end);
    }
  }

  private candidate(recognizer: Recognizer, pattern: Pattern, start: number, end: number): void {
    const validScore = validScoreOf(recognizer, pattern.validScore);
    const score = pattern.score ?? recognizer.score;
    const best = recognizer.validate ? Math.max(score, validScore) : score;
    const hit = this.near(start, end).get(recognizer);
    if (!hit && (recognizer.requiresContext || best < this.scoreMin)) return;
    if (best + CONTEXT_LIFT_MAX < this.scoreMin) return;
    const validation = recognizer.validate ? recognizer.validate(this.text.slice(start, end)) : 'unknown';
    const type = pattern.type ?? recognizer.types[0]!;
    const failedCheckScore = pattern.failedCheckScore ?? recognizer.failedCheckScore;
    this.add({ recognizer, start, end, pattern: pattern.name, type, score, validScore, validation, failedCheckScore });
  }

  private own(recognizer: PatternScanner['scanners'][number]): void {
    for (const match of recognizer.scan(this.text)) {
      this.add({
        recognizer,
        start: match.start,
        end: match.end,
        pattern: match.pattern,
        type: match.type ?? recognizer.types[0]!,
        score: match.score,
        validScore: match.score,
        validation: match.validation,
        failedCheckScore: recognizer.failedCheckScore,
      });
    }
  }

  private add(match: PatternMatch): void {
    const { recognizer, start, end } = match;
    const hasContext = Object.keys(recognizer.context).length > 0;
    const scored = scoreCandidate(match, hasContext ? this.near(start, end).get(recognizer) : undefined);
    if (!scored || scored.score < this.scoreMin) return;
    if (recognizer.notContext && this.wordsBefore(start, end).some((word) => recognizer.notContext!.includes(word)))
      return;
    this.found.push(scored);
  }

  private near(start: number, end: number): ContextHits {
    if (start !== this.contextStart || end !== this.contextEnd) {
      this.hits = this.context.near(this.text, start, end, this.label);
      this.contextStart = start;
      this.contextEnd = end;
      this.words = null;
    }
    return this.hits;
  }

  private wordsBefore(start: number, end: number): readonly string[] {
    this.near(start, end);
    const before = this.text.slice(Math.max(0, start - NOT_CONTEXT_REACH), start);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    this.words ??= contextWords(line).slice(-NOT_CONTEXT_WORDS);
    return this.words;
  }
}
