import { DomainError } from '#lib/kernel';

export type NdjsonLine =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: DomainError };

const LINE_FEED = 0x0a;

/**
 * Reads newline-delimited JSON from bytes that come in any pieces. Each line gives one result: a value, or
 * `request.malformed` / `request.too_large`, whose error holds the line's number and nothing of its text. Empty lines count
 * for nothing. No more than one line is in memory.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>, lineBytesMax: number): AsyncGenerator<NdjsonLine> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let line = 0;
  const take = function* (): Generator<NdjsonLine> {
    line += 1;
    const [parts, length] = [pieces, size];
    pieces = [];
    size = 0;
    if (length > lineBytesMax) yield failure('request.too_large', line);
    else if (length > 0) yield* parse(Buffer.concat(parts), line);
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, end));
      yield* take();
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (size > 0) yield* take();

  function keep(piece: Uint8Array): void {
    size += piece.length;
    // What is too long is counted and dropped.
    if (size <= lineBytesMax && piece.length > 0) pieces.push(piece);
  }
}

function* parse(bytes: Buffer, line: number): Generator<NdjsonLine> {
  const text = bytes.toString('utf8').trim();
  if (text === '') return;
  try {
    yield { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    yield failure('request.malformed', line);
  }
}

function failure(code: 'request.malformed' | 'request.too_large', line: number): NdjsonLine {
  const publicMessage = code === 'request.malformed' ? 'The line is not JSON.' : 'The line is too long.';
  return { ok: false, error: new DomainError(code, { publicMessage, facts: { line } }) };
}
