import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredKey {
  readonly key: Buffer;
  readonly hmacKey: Buffer;
  deletionAllowed: boolean;
}

export interface TransitStandIn {
  readonly address: URL;
  readonly token: string;
  /** Bodies and headers of every request, to look for secrets in. */
  readonly requests: { method: string; path: string; token: string | undefined }[];
  /** Makes the next requests fail with this status. */
  failNext(status: number, times: number): void;
  close(): Promise<void>;
}

/**
 * A server that speaks the part of the Transit secrets engine that the provider uses, as its HTTP API documentation says:
 * paths, bodies, error texts, `deletion_allowed`, associated data. Its cryptography is real; it is not a Vault.
 */
export async function startTransitStandIn(): Promise<TransitStandIn> {
  const keys = new Map<string, StoredKey>();
  const token = `s.${randomBytes(12).toString('hex')}`;
  const requests: TransitStandIn['requests'] = [];
  let failing = { status: 0, times: 0 };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push({
      method: request.method ?? '',
      path,
      token: request.headers['x-vault-token'] as string | undefined,
    });
    if (failing.times > 0) {
      failing.times -= 1;
      return answer(response, failing.status, { errors: ['stand-in was told to fail'] });
    }
    if (request.headers['x-vault-token'] !== token) return answer(response, 403, { errors: ['permission denied'] });
    const body = await bodyOf(request);
    const [, operation, name = '', rest] = /^\/v1\/transit\/([a-z]+)\/([a-z0-9-]+)(?:\/(.*))?$/.exec(path) ?? [];
    const result = handle(keys, request.method ?? '', operation ?? '', name, rest, body);
    return answer(response, result.status, result.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    token,
    requests,
    failNext: (status, times) => {
      failing = { status, times };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = { status: number; body?: object };

function handle(
  keys: Map<string, StoredKey>,
  method: string,
  operation: string,
  name: string,
  rest: string | undefined,
  body: Record<string, unknown>,
): Answer {
  const key = keys.get(name);
  const bytes = (field: string) => Buffer.from(String(body[field] ?? ''), 'base64');
  if (operation === 'keys' && method === 'POST' && rest === undefined) {
    keys.set(name, key ?? { key: randomBytes(32), hmacKey: randomBytes(32), deletionAllowed: false });
    return { status: 200, body: { data: { name, type: body.type } } };
  }
  if (operation === 'keys' && method === 'POST' && rest === 'config') {
    if (!key) return failure(400, 'no existing key named that could be found');
    key.deletionAllowed = body.deletion_allowed === true;
    return { status: 200, body: { data: {} } };
  }
  if (operation === 'keys' && method === 'DELETE') {
    if (!key) return failure(400, 'could not delete key; not found');
    if (!key.deletionAllowed) return failure(400, 'error deleting policy: deletion is not allowed for this key');
    keys.delete(name);
    return { status: 204 };
  }
  if (!key) return failure(400, 'encryption key not found');
  if (operation === 'encrypt') {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key.key, nonce).setAAD(bytes('associated_data'));
    const sealed = Buffer.concat([nonce, cipher.update(bytes('plaintext')), cipher.final(), cipher.getAuthTag()]);
    return { status: 200, body: { data: { ciphertext: `vault:v1:${sealed.toString('base64')}`, key_version: 1 } } };
  }
  if (operation === 'decrypt') return decrypt(key, String(body.ciphertext), bytes('associated_data'));
  if (operation === 'hmac') {
    const digest = createHmac('sha256', key.hmacKey).update(bytes('input')).digest('base64');
    return { status: 200, body: { data: { hmac: `vault:v1:${digest}` } } };
  }
  return failure(404, 'unsupported path');
}

function decrypt(key: StoredKey, ciphertext: string, aad: Buffer): Answer {
  const sealed = Buffer.from(ciphertext.split(':')[2] ?? '', 'base64');
  if (sealed.length < 28) return failure(400, 'invalid ciphertext length');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(aad).setAuthTag(sealed.subarray(-16));
    const plaintext = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    return { status: 200, body: { data: { plaintext: plaintext.toString('base64') } } };
  } catch {
    return failure(400, 'cipher: message authentication failed');
  }
}

function failure(status: number, message: string): Answer {
  return { status, body: { errors: [message] } };
}

function answer(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body ? JSON.stringify(body) : undefined);
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
