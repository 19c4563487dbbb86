import type { HttpExecutorSettings } from '#lib/config';
import { DomainError, type Secret } from '#lib/kernel';
import type { OutboundClient } from '#lib/outbound';
import { type Json, valueAt } from '../policy/json-leaves.js';
import type { ToolExecutor, ToolInvocation, ToolOutput } from '../registry/tool.js';
import { bodyOf, headersOf, urlOf } from './request-template.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** Calls an HTTP API: a request made from a template, through the guard against forged targets. */
export class HttpExecutor implements ToolExecutor {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly settings: HttpExecutorSettings,
    private readonly credential: Secret<string> | undefined,
    private readonly timeoutMs: number,
  ) {}

  async run({ arguments: values, signal, bytesMax }: ToolInvocation): Promise<ToolOutput> {
    const { method, url, headers, body, result } = this.settings;
    const sends = method !== 'GET' && method !== 'DELETE';
    const response = await this.outbound.send({
      method,
      url: urlOf(url, values),
      headers: {
        accept: 'application/json, text/*;q=0.9',
        'accept-encoding': 'identity',
        ...(sends && { 'content-type': 'application/json' }),
        ...headersOf(headers, values, this.credential?.reveal()),
      },
      ...(sends && { body: bodyOf(body, values) }),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      firstByteTimeoutMs: this.timeoutMs,
      idleTimeoutMs: this.timeoutMs,
      signal,
    });
    response.body.on('error', () => undefined);
    const { text, cut } = await readBounded(response.body, bytesMax);
    const type = String(response.headers['content-type'] ?? '');
    const failed = response.status >= 300;
    if (failed && text === '') throw failedWith(`It answered with status ${response.status}.`);
    const json = cut ? undefined : parsed(text, type);
    if (json === undefined) {
      if (result !== '') throw failedWith('Its answer is not the JSON that was expected.');
      return { kind: 'text', text, cut, failed };
    }
    const value = failed ? json : valueAt(json, result);
    if (value === undefined) throw failedWith('Its answer lacks the part that is the result.');
    return { kind: 'json', value, failed };
  }
}

/** Reads up to a number of bytes. Throws `tool.failed` for what is no text. */
async function readBounded(
  body: AsyncIterable<unknown> & { destroy(): unknown },
  bytesMax: number,
): Promise<{ text: string; cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > bytesMax) break;
  }
  const cut = size > bytesMax;
  if (cut) body.destroy();
  const bytes = Buffer.concat(chunks).subarray(0, bytesMax);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
    if (text.includes('\u0000')) throw new TypeError('binary');
    return { text, cut };
  } catch {
    throw failedWith('It answered with something that is no text.');
  }
}

function parsed(text: string, type: string): Json | undefined {
  if (!type.includes('json') && !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function failedWith(publicMessage: string): DomainError {
  return new DomainError('tool.failed', { publicMessage, facts: { because: 'answer' } });
}
