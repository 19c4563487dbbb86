import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { familyOfPath } from './api-error.js';

/** One log line for each request: its route as declared (never the URL, which may hold data), status and duration. */
export function installRequestLog(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-pvg-request-id', request.id);
    // Where the SDKs of OpenAI and Anthropic look for it.
    reply.header(familyOfPath(request.url) === 'anthropic' ? 'request-id' : 'x-request-id', request.id);
    // Answers hold values, keys or who may see what: no cache on the way keeps them. A route may say otherwise.
    reply.header('cache-control', 'no-store');
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    logger.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
