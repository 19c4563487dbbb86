import type { Pattern, Recognizer } from '../recognizer.js';
import { regexShape } from './regex-shape.js';

/** A code pattern ready to match whole candidates. */
export interface CodePattern {
  readonly recognizer: Recognizer;
  readonly pattern: Pattern;
  /** Anchored at both ends. */
  readonly whole: RegExp;
}

interface ShapeGroup {
  readonly shape: RegExp;
  readonly patterns: CodePattern[];
}

const REMEMBERED_MAX = 20_000;

/** The patterns that fit one shape. */
export interface FittingPatterns {
  /** Those that may stand without context. */
  readonly free: readonly CodePattern[];
  /** The others, by recognizer: only those whose context word was seen need be tried. */
  readonly bound: ReadonlyMap<Recognizer, readonly CodePattern[]>;
}

const NONE: FittingPatterns = { free: [], bound: new Map() };

/** Knows which code patterns may match a candidate of a given shape; remembers the answer for each shape it has met. */
export class CodeDispatcher {
  private readonly byLength: ShapeGroup[][] = [];
  private readonly remembered = new Map<string, FittingPatterns>();

  /** `isBound`: whether a pattern can find nothing without context. */
  constructor(
    recognizers: readonly Recognizer[],
    private readonly isBound: (recognizer: Recognizer, pattern: Pattern) => boolean,
  ) {
    const groups = new Map<string, ShapeGroup>();
    for (const recognizer of recognizers) {
      for (const pattern of recognizer.patterns) {
        if (pattern.kind === 'text') continue;
        const shape = regexShape(pattern.regex);
        let group = groups.get(shape.source);
        if (!group) {
          group = { shape: new RegExp(`^(?:${shape.source})$`), patterns: [] };
          groups.set(shape.source, group);
          for (let length = shape.lengthMin; length <= shape.lengthMax; length += 1) {
            let bucket = this.byLength[length];
            if (!bucket) this.byLength[length] = bucket = [];
            bucket.push(group);
          }
        }
        const whole = new RegExp(`^(?:${pattern.regex.source})$`, pattern.regex.flags.replace(/[gy]/g, ''));
        group.patterns.push({ recognizer, pattern, whole });
      }
    }
  }

  /** The patterns whose shape fits, null when there are none; each must still be matched. */
  patternsFor(shape: string): FittingPatterns | null {
    let known = this.remembered.get(shape);
    if (!known) {
      known = this.lookUp(shape);
      if (this.remembered.size >= REMEMBERED_MAX) this.remembered.clear();
      this.remembered.set(shape, known);
    }
    return known === NONE ? null : known;
  }

  private lookUp(shape: string): FittingPatterns {
    const free: CodePattern[] = [];
    const bound = new Map<Recognizer, CodePattern[]>();
    for (const group of this.byLength[shape.length] ?? []) {
      if (!group.shape.test(shape)) continue;
      for (const one of group.patterns) {
        const list = bound.get(one.recognizer);
        if (!this.isBound(one.recognizer, one.pattern)) free.push(one);
        else if (list) list.push(one);
        else bound.set(one.recognizer, [one]);
      }
    }
    return free.length === 0 && bound.size === 0 ? NONE : { free, bound };
  }
}
