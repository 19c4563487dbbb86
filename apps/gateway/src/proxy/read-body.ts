import type { Readable } from 'node:stream';
import { DomainError } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';

/** Longest answer that is read as a whole. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** Reads an upstream's whole answer. Throws `upstream.rejected` past the limit or when it is not UTF-8. */
export async function readBody(body: Readable, bytesMax = ANSWER_BYTES_MAX): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > bytesMax) {
        body.destroy();
        throw new DomainError('upstream.rejected', {
          publicMessage: 'The upstream sent more than this gateway reads.',
        });
      }
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw asDomainError(error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new DomainError('upstream.rejected', { publicMessage: 'The upstream sent text that is not UTF-8.' });
  }
}
