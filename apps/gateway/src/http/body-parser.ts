import type { FastifyInstance } from 'fastify';
import { DomainError } from '#lib/kernel';

export const NDJSON = 'application/x-ndjson';

/** The configuration of a route that reads a stream of lines; on any other route such a body is refused. */
export const NDJSON_ROUTE = { pvgNdjson: true };

/**
 * Hands JSON bodies on as text, exactly as they came: the proxy edits them in place. Bytes that are not UTF-8 are refused
 * rather than replaced, since a replacement character would change the body.
 */
export function installBodyParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  fastify.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/i, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, decoder.decode(body as Buffer));
    } catch {
      done(new DomainError('request.malformed', { publicMessage: 'The body is not valid UTF-8.' }));
    }
  });
  fastify.addContentTypeParser(NDJSON, (request, payload, done) => {
    const { pvgNdjson } = request.routeOptions.config as { pvgNdjson?: boolean };
    if (pvgNdjson) done(null, payload);
    else done(Object.assign(new Error('unsupported media type'), { statusCode: 415 }));
  });
}
