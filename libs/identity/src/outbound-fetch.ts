import { DomainError } from '#lib/kernel';
import type { OutboundClient } from '#lib/outbound';

/** The part of `fetch` that identity providers are asked with. */
export type ProviderFetch = (url: string, init?: RequestInit) => Promise<Response>;

const BODY_LENGTH_MAX = 1024 * 1024;
const TIMEOUT_MS = 5_000;
const METHODS = ['GET', 'POST'] as const;

/** `fetch` over the one way out of the process: its checks of targets and no redirects; 5 s and 1 MiB at most. */
export function outboundFetch(outbound: OutboundClient): ProviderFetch {
  return async (url, init = {}) => {
    const method = METHODS.find((one) => one === (init.method ?? 'GET').toUpperCase());
    if (!method) throw unavailable('an unexpected method');
    const response = await outbound.send({
      method,
      url: new URL(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body != null && { body: String(init.body) }),
      connectTimeoutMs: TIMEOUT_MS,
      firstByteTimeoutMs: TIMEOUT_MS,
      idleTimeoutMs: TIMEOUT_MS,
      signal: init.signal ?? AbortSignal.timeout(TIMEOUT_MS),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response.body) {
      length += (chunk as Buffer).length;
      if (length > BODY_LENGTH_MAX) {
        response.body.destroy();
        throw unavailable('a body over 1 MiB');
      }
      chunks.push(chunk as Buffer);
    }
    const type = response.headers['content-type'];
    const headers = new Headers(typeof type === 'string' ? { 'content-type': type } : {});
    return new Response(length > 0 ? Buffer.concat(chunks) : null, { status: response.status, headers });
  };
}

export function unavailable(detail: string): DomainError {
  return new DomainError('identity.unavailable', {
    publicMessage: 'The identity provider does not answer. Try again.',
    detail: `identity provider: ${detail}`,
  });
}
