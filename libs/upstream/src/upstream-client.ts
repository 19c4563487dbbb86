import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { UpstreamConfig } from '#lib/config';
import { type Deidentified, DomainError } from '#lib/kernel';
import type { OutboundClient, OutboundResponse } from '#lib/outbound';

/** One call of a model API. The body holds vault tokens, never personal data: it travels as `Deidentified<ModelCall>`. */
export interface ModelCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the upstream's base URL: `/chat/completions`; may hold a query. */
  readonly path: string;
  readonly body?: string;
  readonly accept: string;
  /** Headers that change what the API does. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly contentType: string;
  /** The header `Retry-After` as it came. */
  readonly retryAfter?: string;
  /** Uncompressed. Destroy it to cancel the upstream's work. */
  readonly body: Readable;
}

/** Sends de-identified calls to a model API. It cannot reach the vault: the type of its argument is all it gets. */
export class UpstreamClient {
  constructor(private readonly outbound: OutboundClient) {}

  /**
   * Resolves when the upstream's headers arrive. Throws `upstream.unavailable`, `upstream.timeout`, or `upstream.rejected`
   * for an answer that is a redirect or in an encoding that cannot be read.
   */
  async send(upstream: UpstreamConfig, call: Deidentified<ModelCall>, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { method, path, body, accept, headers } = call.body;
    const response = await this.outbound.send({
      method,
      url: new URL(upstream.baseUrl.replace(/\/+$/, '') + path),
      headers: {
        ...headers,
        accept,
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...credentialOf(upstream),
      },
      ...(body !== undefined && { body }),
      connectTimeoutMs: upstream.connectTimeoutMs,
      firstByteTimeoutMs: upstream.firstByteTimeoutMs,
      idleTimeoutMs: upstream.idleTimeoutMs,
      signal,
    });
    // A body that is thrown away reports that as an error, which must not end the process.
    response.body.on('error', () => undefined);
    if (response.status >= 300 && response.status < 400) {
      response.body.destroy();
      throw new DomainError('upstream.rejected', { publicMessage: 'The upstream answered with a redirect.' });
    }
    return {
      status: response.status,
      contentType: String(response.headers['content-type'] ?? ''),
      ...(response.headers['retry-after'] !== undefined && { retryAfter: response.headers['retry-after'] }),
      body: uncompressed(response),
    };
  }
}

/** Each family takes its key in a header of its own. */
function credentialOf({ api, apiKey }: UpstreamConfig): Record<string, string> {
  if (!apiKey) return {};
  if (api === 'anthropic') return { 'x-api-key': apiKey.reveal() };
  if (api === 'gemini') return { 'x-goog-api-key': apiKey.reveal() };
  return { authorization: `Bearer ${apiKey.reveal()}` };
}

/** Some upstreams compress although asked not to. */
function uncompressed(response: OutboundResponse): Readable {
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity' || encoding === '') return response.body;
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (!decoder) {
    response.body.destroy();
    throw new DomainError('upstream.rejected', { publicMessage: 'The upstream answered in an unknown encoding.' });
  }
  response.body.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => response.body.destroy());
  decoder.on('error', () => undefined);
  return response.body.pipe(decoder);
}
