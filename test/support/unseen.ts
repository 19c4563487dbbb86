import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FILE = join(resolve(import.meta.dirname, '..'), 'fixtures/unseen/paragraphs.jsonl');

export interface PlantedValue {
  readonly type: string;
  /** Stands in the paragraph as it is. */
  readonly text: string;
}

export interface UnseenParagraph {
  readonly text: string;
  /** ISO 639-1. */
  readonly lang: string;
  readonly values: readonly PlantedValue[];
}

/** The paragraphs that nothing may be tuned to; see the README beside them. */
export function unseenParagraphs(): UnseenParagraph[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as UnseenParagraph);
}

/** Where a value stands in a text, not as a part of a longer word: [start, end) in UTF-16 units. */
export function occurrencesOf(value: string, text: string): [number, number][] {
  const found: [number, number][] = [];
  for (let start = text.indexOf(value); start !== -1; start = text.indexOf(value, start + 1)) {
    const end = start + value.length;
    if (!joins(text[start - 1], text[start]) && !joins(text[end - 1], text[end])) found.push([start, end]);
  }
  return found;
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right);
}
