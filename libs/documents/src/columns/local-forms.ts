import type { InfoType } from '#lib/kernel';

/** What can be done to a cell without the vault. None of them can be taken back. */
export type LocalForm = 'redact' | 'drop' | 'year' | 'month';

/**
 * `redact`: the type's name in brackets. `drop`: nothing. `year`, `month`: a date's year, or year and month; a cell in which
 * no year is certain is redacted, so that nothing passes unread.
 */
export function localForm(form: LocalForm, type: InfoType, text: string): string {
  switch (form) {
    case 'drop':
      return '';
    case 'redact':
      return `[REDACTED_${type}]`;
    case 'year':
      return yearOf(text) ?? `[REDACTED_${type}]`;
    case 'month':
      return monthOf(text) ?? yearOf(text) ?? `[REDACTED_${type}]`;
  }
}

const YEAR = /(?<!\d)(?:1[89]|20)\d{2}(?!\d)/g;
/** ISO 8601 calendar dates with or without a time, and compact ones. */
const ISO_MONTH = /^\s*((?:1[89]|20)\d{2})-?(0[1-9]|1[0-2])(?:-?\d{2}(?:[T ].*)?)?\s*$/;

function yearOf(text: string): string | null {
  const compact = ISO_MONTH.exec(text);
  if (compact) return compact[1]!;
  const years = new Set(text.match(YEAR) ?? []);
  return years.size === 1 ? [...years][0]! : null;
}

function monthOf(text: string): string | null {
  const match = ISO_MONTH.exec(text);
  return match ? `${match[1]}-${match[2]}` : null;
}
