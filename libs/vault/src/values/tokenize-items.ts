import { DomainError, isInfoType } from '#lib/kernel';
import type { TokenizeItem } from '../vault-record.js';
import { VALUE_BYTES_MAX } from './value-codec.js';

/** An id of a data subject: opaque, printable, and with no room for an e-mail address. */
export const SUBJECT_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const LABEL_LENGTH_MAX = 128;
const TAGS_MAX = 16;

/** Why an item can't be kept, as `vault.invalid_item`, or null. The error names the field, never what is in it. */
export function refusalOf(item: TokenizeItem): DomainError | null {
  if (!isInfoType(item.type)) return refusal('type', 'is not an info type: upper snake case, at most 24 characters');
  if (typeof item.value !== 'string' || item.value === '')
    return refusal('value', 'must be a string that is not empty');
  // A string has at least one byte per code unit, so the cheap check comes first.
  if (item.value.length > VALUE_BYTES_MAX || Buffer.byteLength(item.value, 'utf8') > VALUE_BYTES_MAX) {
    return refusal('value', 'is larger than 1 MiB');
  }
  if (!item.value.isWellFormed() && 2 * item.value.length > VALUE_BYTES_MAX)
    return refusal('value', 'is larger than 1 MiB');
  if (item.subject !== undefined && !SUBJECT_ID_PATTERN.test(item.subject)) {
    return refusal('subject', 'must be an opaque id: letters, digits and ._:-, at most 128');
  }
  if (item.expiresAt !== undefined && !isPostgresTime(item.expiresAt)) return refusal('expiresAt', 'is not a date');
  if (item.origin !== undefined && !isLabel(item.origin)) return refusal('origin', 'must be printable and short');
  if (item.region !== undefined && !isLabel(item.region)) return refusal('region', 'must be printable and short');
  if (item.tags && (item.tags.length > TAGS_MAX || !item.tags.every(isLabel))) {
    return refusal('tags', 'must be at most 16, printable and short');
  }
  return null;
}

/** Whether a value is kept apart from equal ones of others. */
export function isPrivate(item: TokenizeItem): boolean {
  return item.expiresAt !== undefined || item.singleUse === true;
}

function refusal(field: string, problem: string): DomainError {
  return new DomainError('vault.invalid_item', {
    publicMessage: `The ${field} of the item ${problem}.`,
    pointer: `/${field}`,
    facts: { field },
  });
}

function isLabel(value: string): boolean {
  return value !== '' && value.length <= LABEL_LENGTH_MAX && /^[^\p{C}]+$/u.test(value);
}

function isPostgresTime(date: Date): boolean {
  return date instanceof Date && date.getTime() > -62e12 && date.getTime() < 250e12;
}
