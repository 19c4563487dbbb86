import { segmentsOf } from './json-leaves.js';

/**
 * Rules by JSON Pointer, in which `*` stands for one segment. A rule holds for what it points at and for all below; of
 * several the longest wins, and of equally long ones the one with fewer `*`.
 */
export class PointerRules<T> {
  private readonly rules: readonly { readonly segments: readonly string[]; readonly rule: T }[];

  constructor(rules: Readonly<Record<string, T>>) {
    this.rules = Object.entries(rules)
      .map(([pointer, rule]) => ({ segments: segmentsOf(pointer), rule }))
      .sort((a, b) => b.segments.length - a.segments.length || stars(a.segments) - stars(b.segments));
  }

  /** Undefined where none holds. */
  find(pointer: string): T | undefined {
    const path = segmentsOf(pointer);
    return this.rules.find(({ segments }) => isPrefix(segments, path))?.rule;
  }
}

function isPrefix(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((one, index) => one === '*' || one === path[index]);
}

function stars(segments: readonly string[]): number {
  return segments.filter((one) => one === '*').length;
}
