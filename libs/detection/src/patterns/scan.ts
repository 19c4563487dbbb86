import { eachCodeCandidate } from '../candidates/code-candidates.js';
import type { CodePattern, FittingPatterns } from '../candidates/code-dispatcher.js';
import { type ContextHits, ContextReader } from '../context/context-index.js';
import type { WordIndex } from '../context/word-index.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import type { Pattern, Recognizer, ScanMatch } from '../recognizer.js';
import { StructureReader } from '../structure/structure-reader.js';
import { isBareAmongNumbers } from '../structure/zones.js';
import type { CompiledRecognizers, OwnScan, TextPattern } from './pattern-scanner.js';
import { type PatternMatch, scoreCandidate, validScoreOf } from './score-candidate.js';
import { TriggerWindows } from './triggered.js';

const NO_HITS: ContextHits = new Map();
const NOT_CONTEXT_WORDS = 2;
/** One symbol over and over, which people type into test forms: no mistyped value. */
const REPEATED = /^(?:0x)?(\w)(?:[ .-]?\1)+$/;

/** One run of the pattern recognizers over one text. */
export class Scan {
  private readonly found: CandidateFinding[] = [];
  private readonly context: ContextReader;
  private readonly structure: StructureReader;
  private readonly windows: TriggerWindows;
  private contextStart = -1;
  private contextEnd = -1;
  private hits: ContextHits = NO_HITS;

  constructor(
    private readonly text: string,
    private readonly label: string | undefined,
    private readonly compiled: CompiledRecognizers,
    private readonly wants: (recognizer: Recognizer) => boolean,
    private readonly scoreMin: number,
  ) {
    this.context = new ContextReader(text, compiled.context);
    this.windows = new TriggerWindows(this.context.words, compiled.triggers);
    const { labels, context, endsLabel } = compiled;
    this.structure = new StructureReader(this.context.words, labels, context, endsLabel, wants);
    this.structure.read(label);
  }

  get words(): WordIndex {
    return this.context.words;
  }

  run(): CandidateFinding[] {
    const { dispatcher, textPatterns, scans } = this.compiled;
    eachCodeCandidate(this.text, (start, end, shape) => {
      const patterns = dispatcher.patternsFor(shape);
      if (patterns) this.codes(patterns, start, end);
    });
    for (const one of textPatterns) {
      if (this.wants(one.recognizer) && this.hinted(one.hints)) this.textPattern(one);
    }
    for (const one of scans) {
      if (this.wants(one.recognizer) && this.hinted(one.hints)) this.own(one);
    }
    return this.found.concat(this.structure.found);
  }

  private hinted(hints: readonly number[] | null): boolean {
    return hints === null || this.windows.hasLiteral(hints);
  }

  private textPattern({ recognizer, pattern, global, triggers }: TextPattern): void {
    if (!triggers) this.matchText(recognizer, pattern, global, this.text, 0);
    else {
      for (const { start, end } of this.windows.of(triggers)) {
        this.matchText(recognizer, pattern, global, this.text.slice(start, end), start);
      }
    }
  }

  private matchText(recognizer: Recognizer, pattern: Pattern, global: RegExp, text: string, offset: number): void {
    global.lastIndex = 0;
    for (let match = global.exec(text); match; match = global.exec(text)) {
      const end = match.index + match[0].length;
      if (end === match.index) global.lastIndex = end + 1;
      const [from, to] = pattern.group ? (match.indices![pattern.group] ?? [0, 0]) : [match.index, end];
      if (to > from) this.candidate(recognizer, pattern, offset + from, offset + to);
    }
  }

  /** The recognizer's own scan: over all of the text, or over what stands around its triggers. */
  private own({ recognizer, scan, triggers }: OwnScan): void {
    if (!triggers) for (const match of scan(this.text)) this.scanned(recognizer, match, 0);
    else {
      for (const { start, end } of this.windows.of(triggers)) {
        for (const match of scan(this.text.slice(start, end))) this.scanned(recognizer, match, start);
      }
    }
  }

  private codes(patterns: FittingPatterns, start: number, end: number): void {
    const hits = this.near(start, end);
    if (patterns.free.length === 0 && hits.size === 0) return;
    const value = this.text.slice(start, end);
    this.tryCodes(patterns.free, value, start, end);
    for (const recognizer of hits.keys()) {
      const bound = patterns.bound.get(recognizer);
      if (bound) this.tryCodes(bound, value, start, end);
    }
  }

  private tryCodes(patterns: readonly CodePattern[], value: string, start: number, end: number): void {
    for (const { recognizer, pattern, whole } of patterns) {
      if (this.wants(recognizer) && whole.test(value)) this.candidate(recognizer, pattern, start, end);
    }
  }

  private candidate(recognizer: Recognizer, pattern: Pattern, start: number, end: number): void {
    const validScore = validScoreOf(recognizer, pattern.validScore);
    const score = pattern.score ?? recognizer.score;
    const best = recognizer.validate ? Math.max(score, validScore) : score;
    const hit = this.near(start, end).get(recognizer);
    if (!hit && (recognizer.requiresContext || best < this.scoreMin)) return;
    const value = this.text.slice(start, end);
    const validation = recognizer.validate ? recognizer.validate(value) : 'unknown';
    if (validation === 'invalid' && REPEATED.test(value)) return;
    const type = pattern.type ?? recognizer.types[0]!;
    const failedCheckScore = pattern.failedCheckScore ?? recognizer.failedCheckScore;
    this.add({ recognizer, start, end, pattern: pattern.name, type, score, validScore, validation, failedCheckScore });
  }

  private scanned(recognizer: Recognizer, match: ScanMatch, offset: number): void {
    this.add({
      recognizer,
      start: offset + match.start,
      end: offset + match.end,
      pattern: match.pattern,
      type: match.type ?? recognizer.types[0]!,
      score: match.score,
      validScore: match.score,
      validation: match.validation,
      failedCheckScore: recognizer.failedCheckScore,
    });
  }

  private add(match: PatternMatch): void {
    const { recognizer, start, end } = match;
    const scored = scoreCandidate(
      match,
      this.near(start, end).get(recognizer),
      (score) => score >= this.scoreMin && isBareAmongNumbers(this.text, start, end),
    );
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
