import { DomainError } from '#lib/kernel';

const NAMED: Readonly<Record<string, string>> = {
  ENOENT: 'The file is not there any more.',
  EACCES: 'The file may not be read or written by this user.',
  EPERM: 'The file may not be read or written by this user.',
  ENOSPC: 'There is no space left to write the result.',
  EISDIR: 'There is a folder where a file should be.',
  ENOTDIR: 'There is a file where a folder should be.',
};

/** An error that may be told: of the system only its kind, since its message may quote. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const publicMessage = NAMED[code];
  if (publicMessage !== undefined) return new DomainError('document.unreadable', { publicMessage, facts: { code } });
  return new DomainError('internal', { publicMessage: 'The file could not be processed.' });
}
