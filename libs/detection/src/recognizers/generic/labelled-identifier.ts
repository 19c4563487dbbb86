import type { InfoType } from '#lib/kernel';
import { compact, patternRecognizer, type Recognizer, type Validation } from '../../recognizer.js';

/** A date, a time, a version or an amount is no identifier, whatever stands before it. */
const OTHER_NUMBER =
  /^(?:\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})|(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}(?:[T ].*)?|\d{1,2}\.\d{2}|\d{1,3}\.\d{1,2}|(?:19|20)\d{2}|\d{1,3}(?:[ .]000)+|\d+(?:st|nd|rd|th|mg|ml|kg|km|cm|mm|am|pm|px|ms|x)|\d{4}-\d{2})$/i;

/** A label in capitals is not a part of the code that follows it. */
const LABEL =
  /^(?:NO|NR|ID|REF|MRN|DL|PIN|SSN|TIN|DOB|TEL|FAX|DATE|AGE|CASE|FILE|ACCT|ACC|CARD|CODE|UNIT|ROOM|BED|PAGE|RTN|NIK|KTP|BSN|DNI|CPF|NIF|PP|RM|HC|CHI|NHI|VAT|REG|TAG|LIC|OLN|S|N|A|C)[ .]/;
const DIGITS_MIN = 5;
const SYMBOLS_MIN = 4;

function notAnotherNumber(value: string): Validation {
  const symbols = compact(value);
  if (OTHER_NUMBER.test(value) || value.replace(/\D/g, '').length < 2 || LABEL.test(value)) return 'invalid';
  return symbols.length < (/^\d+$/.test(symbols) ? DIGITS_MIN : SYMBOLS_MIN) ? 'invalid' : 'unknown';
}

export interface LabelledIdentifier {
  readonly id: string;
  readonly type: InfoType;
  readonly title: string;
  readonly source: string;
  readonly context: Recognizer['context'];
  readonly notContext?: readonly string[];
  /** 0.15 when absent; less where a more special recognizer shall win. */
  readonly score?: number;
  /** Letters that precede the number in the usual house styles: `MRN-`, `EMP`. They speak for themselves. */
  readonly prefixes?: string;
  readonly examples: Recognizer['examples'];
}

/**
 * An identifier of no fixed form, which only its label gives away: any code of letters and digits within four words after
 * (or in the same field as) the label.
 */
export function labelledIdentifier({ prefixes, score = 0.15, ...declaration }: LabelledIdentifier): Recognizer {
  return patternRecognizer({
    ...declaration,
    check: 'not a date, time or amount',
    score,
    // The check only rejects; it never proves.
    validScore: score,
    contextDistanceMax: 4,
    contextBefore: true,
    patterns: [
      ...(prefixes
        ? [
            {
              name: 'house prefix',
              regex: new RegExp(`(?:${prefixes})[-/ .]?[A-Z]{0,2}\\d{3,12}(?:[-/]\\d{1,6})?`),
              score: 0.5,
            },
          ]
        : []),
      { name: 'code', regex: /[A-Z0-9]{1,24}(?:[-/.][A-Z0-9]{1,16}){0,5}/i },
      {
        name: 'groups of digits',
        regex: /(?:[A-Z]{1,4}[ -]?\d{2,9}(?:[ -]\d{2,8}){0,4}|\d{2,6}(?:[ -]\d{2,8}){1,4})(?:-?[A-Z])?/,
        score: score - 0.01,
      },
    ],
    validate: notAnotherNumber,
  });
}
