import type { z } from 'zod';
import { DomainError } from '#lib/kernel';
import { readNdjson } from '#lib/vault';

/** The longest line: a value of a megabyte with its escapes. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

export type ReadLine<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DomainError };

/** Each line against its schema. What is refused names the field and never a value. */
export async function* readLines<T>(
  bytes: AsyncIterable<Uint8Array>,
  schema: z.ZodType<T>,
): AsyncGenerator<ReadLine<T>> {
  for await (const line of readNdjson(bytes, LINE_BYTES_MAX)) {
    if (!line.ok) {
      yield line;
      continue;
    }
    const parsed = schema.safeParse(line.value);
    if (parsed.success) yield { ok: true, value: parsed.data };
    else yield { ok: false, error: invalidLine(parsed.error.issues[0]?.path ?? []) };
  }
}

function invalidLine(path: readonly PropertyKey[]): DomainError {
  const field = path.map(String).join('/');
  return new DomainError('request.invalid', {
    publicMessage: field === '' ? 'The line is not an item.' : `/${field} is not valid.`,
    pointer: field === '' ? '' : `/${field}`,
  });
}

export function errorLine({ code, publicMessage: message }: DomainError): string {
  return `${JSON.stringify({ error: { code, message } })}\n`;
}

/** Groups what comes into arrays of at most `size`, so that a group is counted, recorded and released together. */
export async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
