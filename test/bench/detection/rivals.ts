import { OpenRedaction } from '@openredaction/openredaction';
import { SyncRedactor } from 'redact-pii';
import { CompromiseNames } from './compromise-names.js';
import type { FoundSpan } from './scorer.js';

export interface Rival {
  readonly name: string;
  find(text: string): FoundSpan[];
}

const PLACEHOLDER =
  /\b(PERSON_NAME|EMAIL_ADDRESS|CREDIT_CARD_NUMBER|PHONE_NUMBER|IP_ADDRESS|US_SOCIAL_SECURITY_NUMBER|STREET_ADDRESS|ZIPCODE|URL|USERNAME|PASSWORD|CREDENTIALS|DIGITS)\b/g;
const RENAMED: Readonly<Record<string, string>> = { US_SOCIAL_SECURITY_NUMBER: 'SSN', CREDENTIALS: 'PASSWORD' };

/** It returns text, not spans: the stretches between its placeholders are looked up in the original, left to right. */
function spansFromRedacted(text: string, redacted: string): FoundSpan[] {
  const spans: FoundSpan[] = [];
  let at = 0;
  let last = 0;
  let open: { start: number; type: string } | null = null;
  for (const match of [...redacted.matchAll(PLACEHOLDER), null]) {
    const literal = redacted.slice(last, match ? match.index : redacted.length);
    const found = literal === '' && match ? at : literal === '' ? text.length : text.indexOf(literal, at);
    if (found < 0) break;
    if (open && found > open.start) spans.push({ start: open.start, end: found, type: open.type });
    at = found + literal.length;
    if (!match) break;
    open = { start: at, type: RENAMED[match[0]] ?? match[0] };
    last = match.index + match[0].length;
  }
  return spans;
}

/** The peers that the bench runs in the same process on the same texts. */
export function rivals(): Rival[] {
  const compromise = new CompromiseNames();
  const open = new OpenRedaction({ enableLearning: false, enableCache: false } as ConstructorParameters<
    typeof OpenRedaction
  >[0]);
  const redactor = new SyncRedactor();
  return [
    { name: 'compromise 14.17', find: (text) => compromise.find(text) },
    {
      name: '@openredaction/openredaction 1.0',
      find: (text) =>
        open.detect(text).detections.map(({ type, position }) => ({ type, start: position[0], end: position[1] })),
    },
    { name: 'redact-pii 3.4', find: (text) => spansFromRedacted(text, redactor.redact(text)) },
  ];
}
