// The baseline: the same HTTP stack (Fastify, undici) passing bodies through unread.
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { Agent, request } from 'undici';

const [upstream] = process.argv.slice(2);
const agent = new Agent({ connections: 128 });
const fastify = Fastify({ bodyLimit: 16 * 1024 * 1024 });
fastify.removeAllContentTypeParsers();
fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
fastify.post('/v1/chat/completions', async (incoming, reply) => {
  const answer = await request(`${upstream}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: incoming.body,
    dispatcher: agent,
  });
  reply.header('content-type', answer.headers['content-type']);
  return reply.send(Readable.from(answer.body));
});
await fastify.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(
  `${JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${fastify.server.address().port}` })}\n`,
);
