import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upstreamConfig } from '#lib/config';
import { inventPerson, promptOf, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

type Trick = (response: ServerResponse, prompt: string) => void;

const SSE = { 'content-type': 'text/event-stream' };
const JSON_BODY = { 'content-type': 'application/json' };
const MEGABYTE = Buffer.alloc(1024 * 1024, 0x61);

/** What an upstream may do to a gateway. */
const TRICKS: Readonly<Record<string, Trick>> = {
  'never answers': () => undefined,
  'sends garbage': (response) => response.end(Buffer.from([0xff, 0xfe, 0x00, 0x80])),
  'sends gzip that nobody asked for': (response) =>
    response.writeHead(200, { ...JSON_BODY, 'content-encoding': 'gzip' }).end(gzipSync('{}')),
  'sends 100 MB': (response) => {
    response.writeHead(200, JSON_BODY);
    let left = 100;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(MEGABYTE)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  },
  'sends an event without end': (response) => {
    response.writeHead(200, SSE);
    response.write(`data: {"a":"`);
    const more = () => {
      while (!response.destroyed) if (!response.write(MEGABYTE)) return void response.once('drain', more);
    };
    more();
  },
  'cuts an event in half': (response) => {
    response.writeHead(200, SSE);
    response.write('data: {"choi');
    setTimeout(() => response.destroy(), 20);
  },
  'echoes the prompt with a 500': (response, prompt) => response.writeHead(500, JSON_BODY).end(prompt),
  redirects: (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  'floods with headers': (response) =>
    response
      .writeHead(200, Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x-${at}`, 'a'.repeat(99)])))
      .end('{}'),
};

const CALLS = [
  {
    family: 'openai',
    path: '/v1/chat/completions',
    body: (text: string) => ({ model: 'm', messages: [{ role: 'user', content: text }] }),
  },
  {
    family: 'anthropic',
    path: '/v1/messages',
    body: (text: string) => ({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: text }] }),
  },
  {
    family: 'gemini',
    path: '/v1beta/models/m:generateContent',
    body: (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  },
  {
    family: 'ollama',
    path: '/api/chat',
    body: (text: string) => ({ model: 'm', messages: [{ role: 'user', content: text }], stream: false }),
  },
] as const;

let server: Server;
let t: TestGateway;
let trick: Trick = () => undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.on('error', () => undefined);
    trick(response, Buffer.concat(chunks).toString('utf8'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const short = {
    firstByteTimeoutMs: 400,
    idleTimeoutMs: 400,
    totalTimeoutMs: 8_000,
    circuit: { failureCount: 1_000 },
    retries: { countMax: 0 },
  };
  t = await createTestGateway({
    upstreams: CALLS.map(({ family }) =>
      upstreamConfig({ name: family, api: family, baseUrl: family === 'openai' ? `${root}/v1` : root, ...short }),
    ),
  });
}, 60_000);

afterAll(async () => {
  await t.close();
  server.closeAllConnections();
  server.close();
});

const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe.each(CALLS)('an upstream of the $family family', ({ path, body }) => {
  it.each(Object.keys(TRICKS))(
    'that %s is answered with an error of bounded size and time, and no value',
    async (name) => {
      trick = TRICKS[name]!;
      const person = inventPerson();
      const startedAt = performance.now();
      const answer = await t.call(path, { as: 'analyst', body: body(promptOf(person)) });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      expect(answer.text.length).toBeLessThan(10_000);
      if (name !== 'sends gzip that nobody asked for') expect(answer.status).toBeGreaterThanOrEqual(400);
      // The upstream's own status is passed on; the gateway itself does not break.
      if (name !== 'echoes the prompt with a 500') expect(answer.status).not.toBe(500);
      for (const value of Object.values(person))
        for (const form of spellingsOf(value)) expect(answer.text).not.toContain(form);
    },
    20_000,
  );
});

describe('afterwards', () => {
  it('no connection to the upstream is kept that is still being sent to, and the gateway serves on', async () => {
    trick = (response) => response.writeHead(200, JSON_BODY).end('{"choices":[]}');
    expect((await t.call(CALLS[0].path, { body: CALLS[0].body('Hello.') })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await connections()).toBeLessThan(12);
  });

  it('a client that goes away takes its call of the upstream with it', async () => {
    let closed = false;
    trick = (response) => {
      response.writeHead(200, SSE);
      response.write(': hello\n\n');
      response.once('close', () => {
        closed = true;
      });
    };
    const { hostname, port } = new URL(t.url);
    const payload = JSON.stringify({ ...CALLS[0].body('Hello.'), stream: true });
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${CALLS[0].path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${t.keys.user.reveal()}\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
    );
    setTimeout(() => socket.destroy(), 200);
    for (let waited = 0; !closed && waited < 5_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(closed).toBe(true);
  });
});
