import { afterEach, describe, expect, it } from '@jest/globals';
import { type UpstreamConfig, upstreamConfig } from '#lib/config';
import type { Deidentified } from '#lib/kernel';
import { OutboundClient } from '#lib/outbound';
import { type Handler, json, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.js';
import { type ModelCall, UpstreamClient } from '../upstream-client.js';
import { UpstreamRouter } from './upstream-router.js';

const servers: ScriptedServer[] = [];
const clients: OutboundClient[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function server(...handlers: Handler[]): Promise<ScriptedServer> {
  const one = await startScriptedServer(...handlers);
  servers.push(one);
  return one;
}

type Change = Partial<Parameters<typeof upstreamConfig>[0]>;

const QUICK = { backoffMs: 1 };
const upstreamAt = (origin: string, change: Change = {}): UpstreamConfig =>
  upstreamConfig({ name: 'one', baseUrl: `${origin}/v1`, retries: QUICK, ...change });

function router(...upstreams: UpstreamConfig[]): UpstreamRouter {
  const outbound = new OutboundClient({
    allowedOrigins: new Set(upstreams.map(({ baseUrl }) => new URL(baseUrl).origin)),
  });
  clients.push(outbound);
  const client = new UpstreamClient(outbound);
  return new UpstreamRouter(() => client);
}

const call = {
  body: { method: 'POST', path: '/chat/completions', body: '{"a":1}', accept: 'application/json' },
} as unknown as Deidentified<ModelCall>;
const never = new AbortController().signal;

const text = async (body: AsyncIterable<unknown>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const DEAD = 'http://127.0.0.1:9';

describe('retries', () => {
  it('repeat what was refused unread, with the very same bytes, and give the first answer that is one', async () => {
    const one = await server(json({}, 429), json({}, 503), json({ ok: true }));
    const upstream = upstreamAt(one.origin);
    const answer = await router(upstream).call(upstream, call, never);
    expect([answer.status, await text(answer.body)]).toEqual([200, '{"ok":true}']);
    expect(one.bodies).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
  });

  it.each([400, 401, 404, 422, 500, 502, 504])('never repeat a call that was answered with %i', async (status) => {
    const one = await server(json({}, status));
    const upstream = upstreamAt(one.origin);
    const answer = await router(upstream).call(upstream, call, never);
    answer.body.resume();
    expect([answer.status, one.bodies.length]).toEqual([status, 1]);
  });

  it('never repeat a call whose connection broke after it was sent', async () => {
    const one = await server((response) => response.destroy());
    const upstream = upstreamAt(one.origin);
    await expect(router(upstream).call(upstream, call, never)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(one.bodies).toHaveLength(1);
  });

  it('never repeat a call after the first byte', async () => {
    const one = await server((response) => {
      response.writeHead(200).write('{');
      setTimeout(() => response.destroy(), 10);
    });
    const upstream = upstreamAt(one.origin);
    const answer = await router(upstream).call(upstream, call, never);
    await expect(text(answer.body)).rejects.toThrow();
    expect(one.bodies).toHaveLength(1);
  });

  it('wait as long as Retry-After says, and not at all when it says too long', async () => {
    const one = await server(json({}, 429, { 'retry-after': '1' }), json({}));
    const upstream = upstreamAt(one.origin);
    const startedAt = performance.now();
    (await router(upstream).call(upstream, call, never)).body.resume();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    one.script(json({}, 429, { 'retry-after': '3600' }));
    const answer = await router(upstream).call(upstream, call, never);
    answer.body.resume();
    expect([answer.status, answer.retryAfter, one.bodies.length]).toEqual([429, '3600', 3]);
  });

  it('are bounded', async () => {
    const one = await server(json({}, 503));
    const upstream = upstreamAt(one.origin, { retries: { ...QUICK, countMax: 3 }, circuit: { failureCount: 99 } });
    (await router(upstream).call(upstream, call, never)).body.resume();
    expect(one.bodies).toHaveLength(4);
  });

  it('end when the caller goes away', async () => {
    const abort = new AbortController();
    const one = await server((response, ...request) => {
      json({}, 503)(response, ...request);
      setTimeout(() => abort.abort(), 30);
    });
    const upstream = upstreamAt(one.origin, { retries: { backoffMs: 60_000 } });
    const answer = router(upstream).call(upstream, call, abort.signal);
    await expect(answer).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(one.bodies).toHaveLength(1);
  });
});

describe('fallback', () => {
  it('goes in the order given and makes each call anew for the upstream that gets it', async () => {
    const [one, two] = [await server(json({}, 500)), await server(json({ from: 'two' }))];
    const upstreams = [
      upstreamAt(DEAD, { name: 'dead', retries: { countMax: 0 } }),
      upstreamAt(one.origin, { name: 'first' }),
      upstreamAt(two.origin, { name: 'second' }),
    ];
    const seen: string[] = [];
    const made = (upstream: UpstreamConfig) => {
      seen.push(upstream.name);
      return { body: { ...call.body, body: upstream.name } } as unknown as Deidentified<ModelCall>;
    };
    const { upstream, answer } = await router(...upstreams).send(upstreams, made, never);
    answer.body.resume();
    expect(upstream.name).toBe('second');
    expect(seen).toEqual(['dead', 'first', 'second']);
    expect([one.bodies, two.bodies]).toEqual([['first'], ['second']]);
  });

  it('does not hide what is wrong with the request itself', async () => {
    const [one, two] = [await server(json({ error: 'bad' }, 400)), await server(json({}))];
    const upstreams = [upstreamAt(one.origin), upstreamAt(two.origin)];
    const { answer } = await router(...upstreams).send(upstreams, () => call, never);
    answer.body.resume();
    expect([answer.status, two.bodies.length]).toEqual([400, 0]);
  });

  it('gives the last one’s answer when none serves', async () => {
    const [one, two] = [await server(json({}, 502)), await server(json({ last: true }, 500))];
    const upstreams = [upstreamAt(one.origin), upstreamAt(two.origin)];
    const { answer } = await router(...upstreams).send(upstreams, () => call, never);
    expect(await text(answer.body)).toBe('{"last":true}');
  });
});

describe('the circuit', () => {
  it('opens after failures in a row, leaves the upstream alone, and closes when it is up again', async () => {
    const one = await server(json({}, 500));
    const upstream = upstreamAt(one.origin, { circuit: { failureCount: 2, openMs: 100 } });
    const routes = router(upstream);
    const ask = async () => {
      const answer = await routes.call(upstream, call, never);
      answer.body.resume();
      return answer.status;
    };
    expect(routes.healthOf(upstream).state).toBe('unknown');
    expect([await ask(), await ask()]).toEqual([500, 500]);
    expect(routes.healthOf(upstream)).toMatchObject({ state: 'down', lastFailure: 'status 500' });
    await expect(ask()).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(one.bodies).toHaveLength(2);
    one.script(json({}));
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(await ask()).toBe(200);
    expect(routes.healthOf(upstream).state).toBe('up');
  });

  it('is not opened by a caller who goes away, nor by refusals of the request', async () => {
    const one = await server(json({}, 400), json({}, 429), () => undefined);
    const upstream = upstreamAt(one.origin, { circuit: { failureCount: 1 }, retries: { countMax: 0 } });
    const routes = router(upstream);
    for (const _ of [1, 2]) (await routes.call(upstream, call, never)).body.resume();
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 30);
    await expect(routes.call(upstream, call, abort.signal)).rejects.toThrow();
    expect(routes.healthOf(upstream).state).toBe('up');
  });

  it('opened, the next upstream is asked without a wait', async () => {
    const [one, two] = [await server(json({}, 500)), await server(json({}))];
    const upstreams = [upstreamAt(one.origin, { circuit: { failureCount: 1 } }), upstreamAt(two.origin)];
    const routes = router(...upstreams);
    for (const _ of [1, 2, 3]) (await routes.send(upstreams, () => call, never)).answer.body.resume();
    expect([one.bodies.length, two.bodies.length]).toEqual([1, 3]);
  });
});

describe('timeouts', () => {
  it('bound the wait for the first byte, for the next one, and for the whole call', async () => {
    const silent = await server(() => undefined);
    const first = upstreamAt(silent.origin, { firstByteTimeoutMs: 50 });
    await expect(router(first).call(first, call, never)).rejects.toMatchObject({ code: 'upstream.timeout' });

    const stalls = await server((response) => response.writeHead(200).write('x'));
    const idle = upstreamAt(stalls.origin, { idleTimeoutMs: 50 });
    const routes = router(idle);
    const answer = await routes.call(idle, call, never);
    await expect(text(answer.body)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });

    const drips = await server((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const total = upstreamAt(drips.origin, { totalTimeoutMs: 150 });
    const dripped = await router(total).call(total, call, never);
    await expect(text(dripped.body)).rejects.toMatchObject({ code: 'upstream.timeout' });
  });
});

describe('the limit of calls at a time', () => {
  it('queues, gives places back when bodies end, and refuses what the queue does not hold', async () => {
    let finish: (() => void)[] = [];
    const one = await server((response) => finish.push(() => response.end('{}')));
    const upstream = upstreamAt(one.origin, { concurrency: { callsMax: 1, queueMax: 1, waitMsMax: 5_000 } });
    const routes = router(upstream);
    const [first, second] = [routes.call(upstream, call, never), routes.call(upstream, call, never)];
    await expect(routes.call(upstream, call, never)).rejects.toMatchObject({ code: 'upstream.busy' });
    expect(routes.healthOf(upstream)).toMatchObject({ callsInFlight: 1, callsWaiting: 1 });
    while (finish.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    finish[0]!();
    finish = [];
    const answer = await first;
    // The place is held until the body is read: a stream is a call as long as it streams.
    expect(one.bodies).toHaveLength(1);
    await text(answer.body);
    while (finish.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    finish[0]!();
    await text((await second).body);
    expect(routes.healthOf(upstream)).toMatchObject({ callsInFlight: 0, callsWaiting: 0 });
  });

  it('lets nobody wait for ever, and a caller who gave up leaves the queue', async () => {
    const one = await server(() => undefined);
    const upstream = upstreamAt(one.origin, { concurrency: { callsMax: 1, queueMax: 9, waitMsMax: 60 } });
    const routes = router(upstream);
    const holding = new AbortController();
    const held = routes.call(upstream, call, holding.signal).catch((error: unknown) => error);
    await expect(routes.call(upstream, call, never)).rejects.toMatchObject({ code: 'upstream.busy' });
    const abort = new AbortController();
    const gone = routes.call(upstream, call, abort.signal);
    abort.abort();
    await expect(gone).rejects.toThrow();
    expect(routes.healthOf(upstream).callsWaiting).toBe(0);
    holding.abort();
    await held;
    expect(routes.healthOf(upstream).callsInFlight).toBe(0);
  });
});
