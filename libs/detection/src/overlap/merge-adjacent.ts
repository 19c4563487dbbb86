import type { CandidateFinding } from './candidate-finding.js';

const PERSON_GAP = /^ $/;
const ADDRESS_GAP = /^(?:,? {1,2}|,? ?\n ?| ?[·|] ?| – )$/;
/** Postcodes that close an address: US, UK, Canada, and four to six digits with or without a state. */
const POSTCODE =
  /^,? (?:[A-Z]{2} )?(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4}(?: ?[A-Z]{2})?|\d{6})(?![\p{L}\p{N}])/u;

/**
 * Joins what belongs together among sorted findings free of overlaps: neighbouring parts of one person, and the lines, place
 * and postcode of one address.
 */
export function mergeAdjacent(text: string, findings: readonly CandidateFinding[]): CandidateFinding[] {
  const merged: CandidateFinding[] = [];
  for (const finding of findings) {
    const last = merged.at(-1);
    if (last && belongTogether(last, finding, text.slice(last.end, finding.start))) {
      const stronger = last.type === finding.type && finding.score > last.score ? finding : last;
      merged[merged.length - 1] = { ...stronger, type: last.type, start: last.start, end: finding.end };
    } else merged.push(finding);
  }
  return merged.map((finding, index) => withPostcode(text, finding, merged[index + 1]));
}

function belongTogether(a: CandidateFinding, b: CandidateFinding, gap: string): boolean {
  if (a.evidence === 'configured' || b.evidence === 'configured') return false;
  if (a.type === 'PERSON' && b.type === 'PERSON') return PERSON_GAP.test(gap) && a.evidence !== 'context';
  return a.type === 'ADDRESS' && (b.type === 'ADDRESS' || b.type === 'LOCATION') && ADDRESS_GAP.test(gap);
}

function withPostcode(text: string, finding: CandidateFinding, next: CandidateFinding | undefined): CandidateFinding {
  if (finding.type !== 'ADDRESS') return finding;
  const match = POSTCODE.exec(text.slice(finding.end, finding.end + 16));
  const end = finding.end + (match?.[0].length ?? 0);
  return match && (next === undefined || end <= next.start) ? { ...finding, end } : finding;
}
