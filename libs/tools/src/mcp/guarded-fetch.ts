import { Readable } from 'node:stream';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { OutboundClient } from '#lib/outbound';
import { toolFailed } from '../runner/tool-failed.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A server may be silent this long on a stream that it keeps open. */
const IDLE_TIMEOUT_MS = 600_000;
/** Longest message of a server. */
export const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

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
    const bounded = (headers.get('content-type') ?? '').startsWith('text/event-stream')
      ? eventsWithin(response.body, typeof body === 'string' ? refusalOf(body) : '')
      : bytesWithin(response.body);
    const content = empty ? null : (Readable.toWeb(Readable.from(bounded, { objectMode: false })) as ReadableStream);
    return new Response(content, { status: response.status, headers });
  };
}

async function* bytesWithin(body: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MESSAGE_BYTES_MAX) throw toolFailed('It answered with too much.', 'output');
    yield chunk;
  }
}

/** Server-sent events; one that is too long ends them, with `refusal` in its place. */
async function* eventsWithin(body: Readable, refusal: string): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const end = Math.max(chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\r\n\r\n'));
    length = end === -1 ? length + chunk.length : chunk.length - end;
    if (length > MESSAGE_BYTES_MAX) {
      yield Buffer.from(`\n\n${refusal}`);
      return;
    }
    yield chunk;
  }
}

/** The event that answers a request of JSON-RPC with an error. */
function refusalOf(request: string): string {
  const { id } = JSON.parse(request) as { id?: unknown };
  const error = { code: ErrorCode.InternalError, message: 'The message is too long.' };
  return id === undefined ? '' : `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`;
}
