import type { TextKind } from '#lib/kernel';
import type { DetectionOptions } from '../detection-options.js';
import type { NameRecognizer, NameSpan } from '../name-recognizer.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import { isQuotedInCode, type Zone, ZoneReader } from '../structure/zones.js';
import { mendNames } from './mend-names.js';

/** What name recognizers may find. */
export const NAME_TYPES: readonly string[] = ['PERSON', 'ORGANIZATION', 'LOCATION', 'ADDRESS', 'DATE'];

/** What a name must reach in a line of code, outside and inside its strings, and in a log line. */
const SCORE_CODE = 0.97;
const SCORE_CODE_STRING = 0.8;
const SCORE_LOG = 0.8;

/** The names of a text as candidates, with a higher bar in code and logs. */
export function findNames(
  names: NameRecognizer,
  text: string,
  kind: TextKind | undefined,
  options: DetectionOptions,
): CandidateFinding[] {
  const spans = names.find(text, {
    strict: options.profile === 'strict',
    ...(options.language ? { language: options.language } : {}),
  });
  const zones = new ZoneReader(text);
  return mendNames(text, spans)
    .filter((span) =>
      span.type === 'DATE' ? isDateOfPeople(text, span) : HAS_NAME.test(text.slice(span.start, span.end)),
    )
    .filter((span) => span.type === 'DATE' || span.score >= barAt(text, span, kind ?? zones.at(span.start)))
    .map((span) => ({
      ...span,
      recognizer: 'name-tagger',
      evidence: 'tagger',
      explanation: { validation: 'unknown', context: [], path: [{ reason: 'tagger', score: span.score }] },
    }));
}

const HAS_NAME = /\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]/u;

const DATE_OF_DIGITS =
  /^(?:(?:19|20)\d{2}|\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}|\d{1,2}[./]\d{1,2}\.?|(?:19|20)\d{2}[-/–](?:19|20)?\d{2})$/;

/** Not a time stamp of a log, which is of a machine, nor any other number that has no form of a date. */
function isDateOfPeople(text: string, span: NameSpan): boolean {
  const value = text.slice(span.start, span.end);
  if (/^T\d{2}:/.test(text.slice(span.end, span.end + 4)) || /T\d{2}:\d{2}/.test(value)) return false;
  if (/\p{L}/u.test(value)) return true;

  const longer = /[\d.,]/.test(text[span.start - 1] ?? '') || /^[.,]?\d/.test(text.slice(span.end, span.end + 2));
  return DATE_OF_DIGITS.test(value) && !longer;
}

function barAt(text: string, span: NameSpan, zone: TextKind | Zone): number {
  if (zone === 'prose' || zone === 'data') return 0;
  if (zone === 'log') return SCORE_LOG;
  return isQuotedInCode(text, span.start) ? SCORE_CODE_STRING : SCORE_CODE;
}
