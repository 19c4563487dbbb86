import type { Readable, Writable } from 'node:stream';
import { readTexts } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import type { TextCommand } from './run-ndjson.js';
import type { TextService } from './text-service.js';

const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** One whole text in, its edited form or its findings out. */
export async function runText(
  service: TextService,
  command: TextCommand,
  input: Readable,
  output: Writable,
): Promise<void> {
  const text = await readAll(input);
  if (command === 'inspect') {
    const [findings] = await service.inspect([text]);
    output.write(`${JSON.stringify({ findings }, null, 2)}\n`);
    return;
  }
  const [edited] = await service[command]([readTexts(JSON.stringify([text]))]);
  output.write((JSON.parse(edited!) as [string])[0]);
}

async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += (chunk as Buffer).length;
    if (size > TEXT_BYTES_MAX) {
      throw new DomainError('request.too_large', {
        publicMessage: 'The text is too long for one piece. Use --ndjson.',
      });
    }
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new DomainError('request.malformed', { publicMessage: 'The text is not valid UTF-8.' });
  }
}
