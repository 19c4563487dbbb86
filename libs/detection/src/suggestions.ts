import { findVaultTokens, type InfoType, type Span } from '#lib/kernel';
import { AllowList } from './custom/lists.js';
import { acceptance, type DetectionOptions } from './detection-options.js';
import type { Finding } from './finding.js';
import type { CandidateFinding, Evidence } from './overlap/candidate-finding.js';
import { resolveOverlaps } from './overlap/resolve-overlaps.js';

/** What somebody else found in a text, in UTF-16 offsets of the text as given. */
export interface SuggestedSpan extends Span {
  readonly type: InfoType;
  /** 0 to 1. */
  readonly score: number;
}

/**
 * The detector's findings and those of another analyzer as one list. Checked values and the collection's own lists win an
 * overlap, then the longer span; thresholds, types and the allow list hold for the suggested ones too; vault tokens are never
 * touched.
 */
export function withSuggestions(
  text: string,
  findings: readonly Finding[],
  suggested: readonly SuggestedSpan[],
  recognizer: string,
  options: DetectionOptions = {},
): Finding[] {
  const accepts = acceptance(options);
  const allowed = new AllowList(options.allow ?? []);
  const accepted = suggested.filter(
    ({ start, end, type, score }) => accepts(type, score) && !allowed.allows(text.slice(start, end), type),
  );
  if (accepted.length === 0) return [...findings];
  const candidates: CandidateFinding[] = [
    ...findings.map((finding) => ({ ...finding, evidence: evidenceOf(finding) })),
    ...accepted.map(({ start, end, type, score }) => ({
      start,
      end,
      type,
      score,
      recognizer,
      evidence: 'context' as const,
      explanation: { validation: 'unknown' as const, context: [], path: [{ reason: 'tagger' as const, score }] },
    })),
  ];
  return resolveOverlaps(text, candidates, findVaultTokens(text)).map(
    ({ evidence: _, ...finding }): Finding => finding,
  );
}

function evidenceOf({ recognizer, explanation }: Finding): Evidence {
  if (recognizer === 'deny-list' || recognizer.startsWith('custom.')) return 'configured';
  return explanation.validation === 'valid' ? 'validated' : 'context';
}
