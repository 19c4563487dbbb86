import { Readable } from 'node:stream';
import type { OutboundClient } from '#lib/outbound';

const CONNECT_TIMEOUT_MS = 5_000;
/** A server may be silent this long on a stream that it keeps open. */
const IDLE_TIMEOUT_MS = 600_000;

/** `fetch` through the guard against forged targets: no redirect is followed, and private addresses only where listed. */
export function guardedFetch(outbound: OutboundClient, timeoutMs: number) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { body } = init;
    const response = await outbound.send({
      method: (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE',
      url: new URL(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { body }),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      firstByteTimeoutMs: timeoutMs,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      signal: init.signal ?? new AbortController().signal,
    });
    response.body.on('error', () => undefined);
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const empty = response.status === 204 || response.status === 202;
    if (empty) response.body.resume();
    const content = empty ? null : (Readable.toWeb(response.body) as ReadableStream);
    return new Response(content, { status: response.status, headers });
  };
}
