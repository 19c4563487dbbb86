import type { InfoType } from '#lib/kernel';
import { contextWords } from '../context/context-words.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import { PhraseMatcher } from './phrase-matcher.js';

/** A term of an allow or deny list. */
export interface ListTerm {
  readonly text: string;
  /** Deny: the type of the finding, `CUSTOM` when absent. Allow: only findings of this type; all when absent. */
  readonly type?: InfoType;
  /** Only as written. Otherwise any case, accents and spaces. */
  readonly caseSensitive?: boolean;
}

/** Finds the terms of a deny list; they win every overlap. */
export class DenyList {
  private readonly matcher: PhraseMatcher;

  constructor(private readonly terms: readonly ListTerm[]) {
    this.matcher = new PhraseMatcher(terms);
  }

  find(text: string): CandidateFinding[] {
    return this.matcher.find(text).map(({ start, end, phrase }) => ({
      start,
      end,
      type: this.terms[phrase]!.type ?? 'CUSTOM',
      score: 1,
      recognizer: 'deny-list',
      evidence: 'configured',
      explanation: { validation: 'unknown', context: [], path: [{ reason: 'dictionary', score: 1 }] },
    }));
  }
}

/** Says which findings a collection lets pass: those whose whole value is a term of the list. */
export class AllowList {
  private readonly folded = new Map<string, (InfoType | undefined)[]>();
  private readonly exact = new Map<string, (InfoType | undefined)[]>();

  constructor(terms: readonly ListTerm[]) {
    for (const { text, type, caseSensitive } of terms) {
      const map = caseSensitive ? this.exact : this.folded;
      const key = caseSensitive ? text : keyOf(text);
      map.set(key, [...(map.get(key) ?? []), type]);
    }
  }

  allows(value: string, type: InfoType): boolean {
    const types = [...(this.exact.get(value) ?? []), ...(this.folded.get(keyOf(value)) ?? [])];
    return types.some((one) => one === undefined || one === type);
  }
}

function keyOf(text: string): string {
  const words = contextWords(text);
  return words.length > 0 ? words.join(' ') : text;
}
