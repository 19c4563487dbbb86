import { InvalidArgumentError } from 'commander';

/** Reads an option that is a number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a number from 1.');
  return value;
}
