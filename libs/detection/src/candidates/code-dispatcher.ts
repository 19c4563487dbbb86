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
const NONE: readonly CodePattern[] = [];

/** Knows which code patterns may match a candidate of a given shape; remembers the answer for each shape it has met. */
export class CodeDispatcher {
  private readonly byLength: ShapeGroup[][] = [];
  private readonly remembered = new Map<string, readonly CodePattern[]>();

  constructor(recognizers: readonly Recognizer[]) {
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

  /** The patterns whose shape fits; each must still be matched. */
  patternsFor(shape: string): readonly CodePattern[] {
    const known = this.remembered.get(shape);
    if (known) return known;
    const fitting: CodePattern[] = [];
    for (const group of this.byLength[shape.length] ?? []) {
      if (group.shape.test(shape)) fitting.push(...group.patterns);
    }
    if (this.remembered.size >= REMEMBERED_MAX) this.remembered.clear();
    this.remembered.set(shape, fitting.length === 0 ? NONE : fitting);
    return fitting;
  }
}
