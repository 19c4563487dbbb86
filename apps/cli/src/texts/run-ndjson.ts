import type { Readable, Writable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { type OpenedBody, readJsonField } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import type { TextService } from './text-service.js';

export type TextCommand = 'inspect' | 'deidentify' | 'reidentify';

const LINES_PER_BATCH = 256;
const LINE_LENGTH_MAX = 16 * 1024 * 1024;

type Result = string | DomainError;

/**
 * NDJSON in, NDJSON out: one line for each line, in order, flushed as soon as it is ready. A host that waits for each
 * answer before it sends the next line gets it. A line that cannot be served becomes `{"error":{…}}`, never the original.
 * Gives the number of such lines.
 */
export async function runNdjson(
  service: TextService,
  command: TextCommand,
  field: string,
  input: Readable,
  output: Writable,
): Promise<number> {
  let failed = 0;
  for await (const lines of batches(input)) {
    const results = await serve(service, command, field, lines);
    failed += results.filter((result) => typeof result !== 'string').length;
    const text = results.map((result) => `${typeof result === 'string' ? result : errorLine(result)}\n`).join('');
    if (!output.write(text)) await new Promise((resolve) => output.once('drain', resolve));
  }
  return failed;
}

/** The whole lines at hand, without waiting for more. */
async function* batches(input: Readable): AsyncGenerator<(string | DomainError)[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let rest: Buffer = Buffer.alloc(0);
  let skipping = false;
  for await (const chunk of input) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let lines: (string | DomainError)[] = [];
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      lines.push(skipping ? tooLong() : decode(decoder, rest.subarray(0, end)));
      skipping = false;
      rest = rest.subarray(end + 1);
      if (lines.length === LINES_PER_BATCH) {
        yield lines;
        lines = [];
      }
    }
    if (rest.length > LINE_LENGTH_MAX) {
      skipping = true;
      rest = Buffer.alloc(0);
    }
    if (lines.length > 0) yield lines;
  }
  if (skipping) yield [tooLong()];
  else if (rest.length > 0) yield [decode(decoder, rest)];
}

function decode(decoder: TextDecoder, bytes: Buffer): string | DomainError {
  try {
    return decoder.decode(bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes);
  } catch {
    return new DomainError('request.malformed', { publicMessage: 'The line is not valid UTF-8.' });
  }
}

function tooLong(): DomainError {
  return new DomainError('request.too_large', { publicMessage: `The line is longer than ${LINE_LENGTH_MAX} bytes.` });
}

async function serve(
  service: TextService,
  command: TextCommand,
  field: string,
  lines: readonly (string | DomainError)[],
): Promise<Result[]> {
  const results: Result[] = [];
  const opened: { readonly at: number; readonly line: string; readonly body: OpenedBody }[] = [];
  lines.forEach((line, at) => {
    const body = line instanceof DomainError ? line : open(line, field);
    if (body instanceof DomainError) results[at] = body;
    else opened.push({ at, line: line as string, body });
  });
  const answers = await each(opened, (some) => serveOpened(service, command, field, some));
  opened.forEach(({ at }, index) => {
    results[at] = answers[index]!;
  });
  return results;
}

function open(line: string, field: string): OpenedBody | DomainError {
  try {
    return readJsonField(line, field);
  } catch (error) {
    return asDomainError(error);
  }
}

/** All at once; when that fails, one by one, so that a bad record fails alone. */
async function each<T>(
  items: readonly T[],
  work: (some: readonly T[]) => Promise<readonly string[]>,
): Promise<Result[]> {
  if (items.length === 0) return [];
  try {
    return [...(await work(items))];
  } catch (error) {
    if (items.length === 1) return [asDomainError(error)];
    const results: Result[] = [];
    for (const item of items) results.push(...(await each([item], work)));
    return results;
  }
}

async function serveOpened(
  service: TextService,
  command: TextCommand,
  field: string,
  items: readonly { readonly line: string; readonly body: OpenedBody }[],
): Promise<readonly string[]> {
  if (command !== 'inspect') return service[command](items.map(({ body }) => body));
  const records = items.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
  const findings = await service.inspect(records.map((record) => String(record[field])));
  return records.map((record, index) => JSON.stringify({ ...record, findings: findings[index] }));
}

function errorLine(error: DomainError): string {
  return JSON.stringify({ error: { code: error.code, message: error.publicMessage } });
}

function asDomainError(error: unknown): DomainError {
  return error instanceof DomainError ? error : new DomainError('internal', { publicMessage: 'The record failed.' });
}
