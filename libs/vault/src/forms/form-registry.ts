import type { Form } from '../collections/collection-settings.js';

/** What a form is and what it tells whoever sees it. The table of docs/guides/vault.md is made of this. */
export interface FormFacts {
  readonly form: Form;
  readonly reversible: boolean;
  readonly example: string;
  /** What it leaks besides that a value of the type stood there. */
  readonly leaks: string;
}

export const FORM_FACTS: readonly FormFacts[] = [
  { form: 'token', reversible: true, example: '[PHONE_ABCDEFGHJK]', leaks: 'the type; equality within the scope' },
  {
    form: 'token-last4',
    reversible: true,
    example: '[PHONE_ABCDEFGHJK-4567]',
    leaks: 'as token, and the last four characters',
  },
  {
    form: 'surrogate',
    reversible: true,
    example: 'Maria Keller',
    leaks: 'equality within the scope; gender and number of name parts; that it is made up does not show',
  },
  {
    form: 'format',
    reversible: true,
    example: '(212) 555-0143',
    leaks: 'equality within the scope; the shape; country of a phone or IBAN',
  },
  {
    form: 'date-shift',
    reversible: true,
    example: '1984-05-21',
    leaks: 'order of and days between the dates of one subject; one known date tells all of them',
  },
  {
    form: 'mask',
    reversible: false,
    example: '****4567',
    leaks: 'what the mask keeps: last four, domain, initials, year',
  },
  { form: 'redact', reversible: false, example: '[REDACTED_PHONE]', leaks: 'the type' },
  { form: 'generalise', reversible: false, example: '40-49', leaks: 'the band, year, area or country' },
];

export function isReversible(form: Form): boolean {
  return FORM_FACTS.some((facts) => facts.form === form && facts.reversible);
}
