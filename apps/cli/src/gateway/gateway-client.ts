import { loadConfig } from '#lib/config';
import { DomainError, type ErrorCode, Secret } from '#lib/kernel';

export interface GatewayOptions {
  readonly url?: string;
  readonly key?: string;
}

/** A running gateway, asked over HTTP with an API key whose rights then hold. */
export class GatewayClient {
  private constructor(
    private readonly base: string,
    private readonly key: Secret<string>,
  ) {}

  /** Without `--url` the gateway of this machine is asked; without `--key`, with `PVG_KEY`. */
  static open({ url, key }: GatewayOptions): GatewayClient {
    const config = loadConfig();
    const secret = key === undefined ? config.cliKey : new Secret(key);
    if (!secret) {
      throw new DomainError('identity.missing_credentials', {
        publicMessage: 'Give an API key by --key or PVG_KEY.',
      });
    }
    const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
    return new GatewayClient((url ?? `http://${host}:${config.port}`).replace(/\/$/, ''), secret);
  }

  async json(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await this.send(method, path, body, headers);
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  }

  /** The answer's body as it comes. */
  async *bytes(path: string): AsyncGenerator<Uint8Array> {
    const { body } = await this.send('GET', path);
    if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
  }

  private async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.key.reveal()}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
      });
    } catch {
      throw new DomainError('upstream.unavailable', { publicMessage: `No gateway answers at ${this.base}.` });
    }
    if (response.ok) return response;
    throw await problemOf(response);
  }
}

/** The gateway's problem as an error of ours: its messages hold no values. */
async function problemOf(response: Response): Promise<DomainError> {
  try {
    const { code, detail } = (await response.json()) as { code?: ErrorCode; detail?: string };
    if (typeof code === 'string' && typeof detail === 'string') return new DomainError(code, { publicMessage: detail });
  } catch {
    // Not a problem body: something else answers at that address.
  }
  return new DomainError('upstream.rejected', { publicMessage: `The gateway answered ${response.status}.` });
}
