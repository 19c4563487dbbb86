import { DomainError } from '#lib/kernel';
import type { DocumentLimits } from './document-limits.js';

type Facts = Readonly<Record<string, string | number>>;

/** The file is not what its format asks for: truncated, malformed, lying about a size. `reason` is a fixed word. */
export function unreadable(reason: string, facts: Facts = {}): DomainError {
  return new DomainError('document.unreadable', {
    publicMessage: `The document cannot be read (${reason}), so nothing of it was passed on.`,
    facts: { reason, ...facts },
  });
}

export function tooLarge(limit: keyof DocumentLimits | 'records', facts: Facts = {}): DomainError {
  return new DomainError('document.too_large', {
    publicMessage: `The document exceeds the limit ${limit}, so nothing of it was passed on.`,
    facts: { limit, ...facts },
  });
}

export function unsupported(reason: string, facts: Facts = {}): DomainError {
  return new DomainError('document.unsupported', {
    publicMessage: `Documents of this kind are not read (${reason}), so nothing of it was passed on.`,
    facts: { reason, ...facts },
  });
}

/** Something a container must not hold: a DOCTYPE, a path that climbs, an unread part in strict mode. */
export function forbiddenContent(reason: string, facts: Facts = {}): DomainError {
  return new DomainError('document.forbidden_content', {
    publicMessage: `The document holds something that is not let through (${reason}).`,
    facts: { reason, ...facts },
  });
}

export function encrypted(format: string): DomainError {
  return new DomainError('document.encrypted', {
    publicMessage: 'The document is protected by a password. Remove the password first.',
    facts: { format },
  });
}

export function typeMismatch(named: string, found: string): DomainError {
  return new DomainError('document.type_mismatch', {
    publicMessage: `The file's name says ${named}, its content is ${found}. Rename it, or name the format.`,
    facts: { named, found },
  });
}

/** The output still held something that was to be replaced. Names types, parts and counts, no value. */
export function leftover(facts: Readonly<Record<string, string | number | readonly string[]>>): DomainError {
  return new DomainError('document.leftover', {
    publicMessage: 'The result still held values that were to be replaced, so it was not released.',
    facts,
  });
}
