import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboundClient, type OutboundRequest } from './outbound-client.js';
import { checkTarget, isPublicAddress } from './url-guard.js';

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url === '/silent') return;
    if (incoming.url === '/moved') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      return;
    }
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function outbound(path: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    method: 'POST',
    url: new URL(path, origin),
    headers: {},
    body: 'a planted body',
    connectTimeoutMs: 1_000,
    firstByteTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
    signal: new AbortController().signal,
    ...change,
  };
}

describe('the way out', () => {
  it.each([
    'http://models.example/v1',
    'https://127.0.0.1/v1',
    'https://10.1.2.3/v1',
    'https://[::1]/v1',
    'https://[::ffff:127.0.0.1]/v1',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/v1',
    'https://user:pw@models.example/v1',
    'file:///etc/passwd',
    'https://0.0.0.0/v1',
    'https://100.64.0.1/v1',
  ])('refuses %s unless the operator lists its origin', (target) => {
    expect(() => checkTarget(new URL(target), { allowedOrigins: new Set() })).toThrow(/may not be called/);
  });

  it('allows public https and listed origins', () => {
    checkTarget(new URL('https://models.example/v1'), { allowedOrigins: new Set() });
    checkTarget(new URL('http://127.0.0.1:11434/v1'), { allowedOrigins: new Set(['http://127.0.0.1:11434']) });
    expect(isPublicAddress('93.184.216.34')).toBe(true);
  });

  it('refuses a name that resolves to a private address', async () => {
    const client = new OutboundClient({ allowedOrigins: new Set() });
    await expect(client.send(outbound('/', { url: new URL('https://localhost:1/') }))).rejects.toMatchObject({
      code: 'outbound.forbidden_target',
    });
    await client.close();
  });

  it('answers, follows no redirect, and bounds the wait', async () => {
    const client = new OutboundClient({ allowedOrigins: new Set([origin]) });
    const answer = await client.send(outbound('/'));
    expect(answer.status).toBe(200);
    const moved = await client.send(outbound('/moved'));
    expect(moved.status).toBe(302);
    moved.body.resume();
    answer.body.resume();
    await expect(client.send(outbound('/silent', { firstByteTimeoutMs: 50 }))).rejects.toMatchObject({
      code: 'upstream.timeout',
    });
  });

  it('holds neither body nor address in its errors', async () => {
    const client = new OutboundClient({ allowedOrigins: new Set(['http://127.0.0.1:1']) });
    const failed = client.send(outbound('/secret-path', { url: new URL('http://127.0.0.1:1/secret-path') }));
    await expect(failed).rejects.toMatchObject({ code: 'upstream.unavailable' });
    await failed.catch((error) => expect(inspect(error, { depth: 9 })).not.toMatch(/planted|secret-path/));
  });
});
