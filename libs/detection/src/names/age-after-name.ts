import type { CandidateFinding } from '../overlap/candidate-finding.js';

const AGE = /^(?:, | \()(1[01]\d|[1-9]?\d)(?=[,;.)](?!\d))/;
const SCORE = 0.7;

/** The age that apposition puts right after a person's name: `Mr Hashemi, 66, said` and `our twins Ada (4)`. */
export function agesAfterNames(text: string, found: readonly CandidateFinding[]): CandidateFinding[] {
  return found.flatMap(({ type, end }) => {
    const match = type === 'PERSON' ? AGE.exec(text.slice(end, end + 8)) : null;
    if (!match) return [];
    const to = end + match[0].length;
    return {
      start: to - match[1]!.length,
      end: to,
      type: 'AGE',
      score: SCORE,
      recognizer: 'age-after-name',
      evidence: 'context' as const,
      explanation: {
        validation: 'unknown' as const,
        context: [],
        path: [{ reason: 'document' as const, score: SCORE }],
      },
    };
  });
}
