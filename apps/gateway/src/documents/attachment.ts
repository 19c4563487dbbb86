import type { FastifyReply } from 'fastify';

/** A file to be saved, never shown by a browser as ours (RFC 6266; the name in the form of RFC 8187). */
export function attachment(reply: FastifyReply, name: string, mediaType: string): FastifyReply {
  const plain = name.replace(/[^\w. -]/g, '_').slice(0, 100);
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type(mediaType);
}
