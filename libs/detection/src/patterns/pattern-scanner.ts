import { eachCodeCandidate } from '../candidates/code-candidates.js';
import { CodeDispatcher, type CodePattern } from '../candidates/code-dispatcher.js';
import { type ContextHits, ContextIndex, ContextReader } from '../context/context-index.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import type { Pattern, Recognizer } from '../recognizer.js';
import { LabelIndex } from '../structure/label-index.js';
import { StructureReader } from '../structure/structure-reader.js';
import { type PatternMatch, scoreCandidate, validScoreOf } from './score-candidate.js';

interface TextPattern {
  readonly recognizer: Recognizer;
  readonly pattern: Pattern;
  readonly global: RegExp;
}

const NO_HITS: ContextHits = new Map();
const NOT_CONTEXT_WORDS = 2;
/** Nothing under this can pass any threshold worth setting; saves the check. */
const CONTEXT_LIFT_MAX = 0.5;

/** One symbol over and over, which people type into test forms: no mistyped value. */
const REPEATED = /^(?:0x)?(\w)(?:[ .-]?\1)+$/;

/** Runs all pattern recognizers over a normalised text. */
export class PatternScanner {
  private readonly dispatcher: CodeDispatcher;
  private readonly context: ContextIndex;
  private readonly labels: LabelIndex;
  private readonly textPatterns: TextPattern[] = [];
  private readonly scanners: (Recognizer & Required<Pick<Recognizer, 'scan'>>)[] = [];

  constructor(readonly recognizers: readonly Recognizer[]) {
    this.dispatcher = new CodeDispatcher(recognizers);
    this.context = new ContextIndex(recognizers);
    this.labels = new LabelIndex(recognizers);
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
    const structure = new StructureReader(text, this.labels, this.context, wants);
    structure.read(label);
    const scan = new Scan(text, label, this.context, structure, scoreMin);
    return scan.run(this.dispatcher, this.textPatterns, this.scanners, wants).concat(structure.found);
  }
}

/** One run over one text. */
class Scan {
  private readonly found: CandidateFinding[] = [];
  private contextStart = -1;
  private contextEnd = -1;
  private hits: ContextHits = NO_HITS;
  private lower: string | null = null;
  private readonly context: ContextReader;

  constructor(
    private readonly text: string,
    private readonly label: string | undefined,
    index: ContextIndex,
    private readonly structure: StructureReader,
    private readonly scoreMin: number,
  ) {
    this.context = new ContextReader(text, index);
  }

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
    for (const { recognizer, pattern, global } of textPatterns) {
      if (!wants(recognizer) || !this.hinted(pattern.hints)) continue;
      for (const match of this.text.matchAll(global)) {
        const [start, end] = pattern.group
          ? (match.indices![pattern.group] ?? [0, 0])
          : [match.index, match.index + match[0].length];
        if (end > start) this.candidate(recognizer, pattern, start, end);
      }
    }
    for (const recognizer of scanners) {
      if (wants(recognizer) && this.hinted(recognizer.hints)) this.own(recognizer);
    }
    return this.found;
  }

  private hinted(hints: readonly string[] | undefined): boolean {
    if (!hints) return true;
    this.lower ??= this.text.toLowerCase();
    const { lower } = this;
    return hints.some((hint) => lower.includes(hint));
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
    const value = this.text.slice(start, end);
    const validation = recognizer.validate ? recognizer.validate(value) : 'unknown';
    if (validation === 'invalid' && REPEATED.test(value)) return;
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
    const { notContext } = recognizer;
    if (notContext && this.context.wordsBefore(start, NOT_CONTEXT_WORDS).some((word) => notContext.includes(word)))
      return;
    this.found.push(scored);
  }

  private near(start: number, end: number): ContextHits {
    if (start !== this.contextStart || end !== this.contextEnd) {
      this.hits = this.context.near(start, end, this.label ?? this.structure.labelAt(start));
      this.contextStart = start;
      this.contextEnd = end;
    }
    return this.hits;
  }
}
