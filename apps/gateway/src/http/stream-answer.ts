import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends text as it is made, in constant memory. The first piece is awaited before the status is sent, so that what fails at
 * once is answered as a problem; what fails later cuts the connection, so that nobody takes a part for the whole.
 */
export async function streamAnswer(
  reply: FastifyReply,
  contentType: string,
  pieces: AsyncGenerator<string>,
): Promise<void> {
  const first = await pieces.next();
  async function* all(): AsyncGenerator<string> {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  }
  await reply.type(contentType).send(Readable.from(all(), { objectMode: false }));
}
