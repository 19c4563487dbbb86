import type { FastifyReply } from 'fastify';
import type { ProxiedAnswer } from './model-proxy.js';

/** Runs a call so that a client that goes away cancels the upstream's work, and sends its answer. */
export async function sendAnswer(
  reply: FastifyReply,
  call: (signal: AbortSignal) => Promise<ProxiedAnswer>,
): Promise<void> {
  const abort = new AbortController();
  reply.raw.once('close', () => abort.abort());
  const answer = await call(abort.signal);
  await reply.status(answer.status).headers(answer.headers).send(answer.body);
}
