import { CodeDispatcher } from '../candidates/code-dispatcher.js';
import { ContextIndex } from '../context/context-index.js';
import type { WordIndex } from '../context/word-index.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import type { Pattern, Recognizer } from '../recognizer.js';
import { LabelIndex } from '../structure/label-index.js';
import { Scan } from './scan.js';
import { CONTEXT_LIFT_MAX, validScoreOf } from './score-candidate.js';
import { type TriggerSet, TriggerSets } from './triggered.js';

/** A text pattern ready to run. */
export interface TextPattern {
  readonly recognizer: Recognizer;
  readonly pattern: Pattern;
  readonly global: RegExp;
  readonly triggers: TriggerSet | null;
  /** The numbers of the literals one of which must occur; null for none. */
  readonly hints: readonly number[] | null;
}

/** A recognizer with its own scan. */
export interface OwnScan {
  readonly recognizer: Recognizer;
  readonly scan: NonNullable<Recognizer['scan']>;
  readonly triggers: TriggerSet | null;
  readonly hints: readonly number[] | null;
}

/** What a set of recognizers compiles to, once. */
export interface CompiledRecognizers {
  readonly dispatcher: CodeDispatcher;
  readonly context: ContextIndex;
  readonly triggers: TriggerSets;
  readonly labels: LabelIndex;
  /** The numbers of the words a label may end in. */
  readonly endsLabel: ReadonlySet<number>;
  readonly textPatterns: readonly TextPattern[];
  readonly scans: readonly OwnScan[];
}

/** Runs all pattern recognizers over a normalised text. */
export class PatternScanner {
  private readonly compiled: CompiledRecognizers;

  /** `scoreFloor`: the lowest threshold anybody will ask for. */
  constructor(
    readonly recognizers: readonly Recognizer[],
    scoreFloor = 0.35,
  ) {
    const triggerWords = recognizers.flatMap((recognizer) => [
      ...(recognizer.triggers?.words ?? []),
      ...recognizer.patterns.flatMap((pattern) => pattern.triggers?.words ?? []),
    ]);
    const labels = new LabelIndex(recognizers);
    const context = new ContextIndex(recognizers, [...triggerWords, ...labels.lastWords()]);
    const sets = new TriggerSets((word) => context.table.folded(word));
    const triggerSet = (triggers: Recognizer['triggers']) => (triggers ? sets.add(triggers) : null);
    const hintNumbers = (hints: Recognizer['hints']) => hints?.map((hint) => sets.literals.add(hint)) ?? null;
    const textPatterns: TextPattern[] = [];
    const scans: OwnScan[] = [];
    for (const recognizer of recognizers) {
      const { scan } = recognizer;
      if (scan) {
        const { triggers, hints } = recognizer;
        scans.push({ recognizer, scan, triggers: triggerSet(triggers), hints: hintNumbers(hints) });
      }
      for (const pattern of recognizer.patterns) {
        if (pattern.kind !== 'text') continue;
        const flags = `${pattern.regex.flags.replace(/[gyd]/g, '')}${pattern.group ? 'd' : ''}g`;
        const global = new RegExp(pattern.regex.source, flags);
        const triggers = triggerSet(pattern.triggers);
        textPatterns.push({ recognizer, pattern, global, triggers, hints: hintNumbers(pattern.hints) });
      }
    }
    this.compiled = {
      dispatcher: new CodeDispatcher(recognizers, (recognizer, pattern) =>
        needsContext(recognizer, pattern, scoreFloor),
      ),
      context,
      triggers: sets,
      labels,
      endsLabel: new Set(labels.lastWords().map((word) => context.table.folded(word))),
      textPatterns,
      scans,
    };
  }

  /** Candidates with their scores, `scoreMin` or better, overlapping and unordered; and the words of the text. */
  scan(
    text: string,
    label: string | undefined,
    wants: (recognizer: Recognizer) => boolean,
    scoreMin: number,
  ): { found: CandidateFinding[]; words: WordIndex } {
    const scan = new Scan(text, label, this.compiled, wants, scoreMin);
    return { found: scan.run(), words: scan.words };
  }
}

function needsContext(recognizer: Recognizer, pattern: Pattern, scoreFloor: number): boolean {
  if (recognizer.requiresContext) return true;
  const score = pattern.score ?? recognizer.score;
  const best = recognizer.validate ? Math.max(score, validScoreOf(recognizer, pattern.validScore)) : score;
  return best < scoreFloor && best + CONTEXT_LIFT_MAX >= scoreFloor;
}
