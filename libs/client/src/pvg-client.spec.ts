import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { PvgError } from './http/pvg-error.js';
import type { PvgClientOptions } from './http/transport.js';
import { PvgClient } from './pvg-client.js';

const VALUE = 'maria@example.com';
const KEY = 'pvg_planted_key';
const JOB = { id: 'a', state: 'running', itemsDone: 0 };

function client(answers: readonly (Response | Error)[], options: Partial<PvgClientOptions> = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const queue = [...answers];
  const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init });
    const next = queue.shift();
    if (next instanceof Response) return next;
    throw next ?? new TypeError('no more answers');
  };
  const pvg = new PvgClient({ url: 'https://pvg.test/', key: KEY, fetch: send as typeof fetch, ...options });
  return { pvg, sent };
}

function failed(work: Promise<unknown>): Promise<PvgError> {
  return work.then(
    () => Promise.reject(new Error('did not fail')),
    (error: PvgError) => error,
  );
}

const events = (...given: readonly (readonly [string, object | null])[]): Response =>
  new Response(given.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''));

describe('an error', () => {
  it('has code, status, pointer and request id of the problem', async () => {
    const problem = { code: 'request.invalid', detail: 'texts: too many.', pointer: '/texts', requestId: 'r1' };
    const headers = { 'content-type': 'application/problem+json; charset=utf-8' };
    const { pvg } = client([new Response(JSON.stringify(problem), { status: 400, headers })]);
    const error = await failed(pvg.privacy.inspect([VALUE]));
    expect(error).toMatchObject({ name: 'PvgError', status: 400, ...problem });
    expect(error.message).toBe('request.invalid: texts: too many.');
  });

  it.each<[string, Response | Error, string]>([
    ['a proxy that quotes the request', new Response(`bad: ${VALUE}`, { status: 502 }), 'http.unexpected_answer'],
    ['an answer that is no JSON', new Response(`<p>${VALUE}`), 'http.unexpected_answer'],
    ['a connection that fails', new TypeError(`failed at ${VALUE}`), 'network.unreachable'],
    ['no answer in time', new DOMException(VALUE, 'TimeoutError'), 'network.timeout'],
  ])('holds nothing of %s', async (_, answer, code) => {
    const { pvg } = client([answer]);
    const error = await failed(pvg.privacy.deidentify({ texts: [VALUE] }));
    expect(error.code).toBe(code);
    const printed = inspect(error, { depth: 9, showHidden: true }) + String(error.stack) + JSON.stringify(error);
    expect(printed).not.toContain(VALUE);
    expect(printed).not.toContain(KEY);
  });

  it('of an abort is the reason that the caller gave', async () => {
    const { pvg } = client([new DOMException('gone', 'AbortError')]);
    const reason = new Error('enough');
    await expect(pvg.privacy.inspect(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('a call', () => {
  it('follows no redirect, which would carry key and values elsewhere', async () => {
    const { pvg, sent } = client([Response.json({ items: [] })], { collection: 'care', purpose: 'triage' });
    await pvg.vault.detokenize(['[EMAIL_0000000000]'], { purpose: 'support', reason: 'ticket 7' });
    expect(sent[0]!.url).toBe('https://pvg.test/v1/vault/detokenize');
    expect(sent[0]!.init.redirect).toBe('error');
    expect(Object.fromEntries(sent[0]!.init.headers as Headers)).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'x-pvg-collection': 'care',
      'x-pvg-purpose': 'support',
      'x-pvg-reason': 'ticket 7',
    });
  });

  it('asks for the key each time when it is a function, and never shows it', async () => {
    const keys = ['one', 'two'];
    const { pvg, sent } = client([Response.json({ items: [] }), Response.json({ items: [] })], {
      key: async () => keys.shift()!,
    });
    await pvg.vault.detokenize(['x']);
    await pvg.vault.detokenize(['x']);
    expect(sent.map(({ init }) => (init.headers as Headers).get('authorization'))).toEqual([
      'Bearer one',
      'Bearer two',
    ]);
    expect(inspect(client([]).pvg, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  it('reads lists page by page', async () => {
    const { pvg, sent } = client([
      Response.json({ items: [{ seq: 1 }, { seq: 2 }], next: '2' }),
      Response.json({ items: [{ seq: 3 }], next: null }),
    ]);
    expect((await pvg.jobs.report('a')).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => url.slice(16))).toEqual(['/v1/jobs/a/items', '/v1/jobs/a/items?after=2']);
  });
});

describe('the progress of a job', () => {
  it('goes on when the connection breaks, and ends with the job', async () => {
    const half = { ...JOB, itemsDone: 1 };
    const end = { ...JOB, itemsDone: 2, state: 'finished' };
    const { pvg, sent } = client([
      events(['progress', JOB]),
      new TypeError('reset'),
      events(['progress', half], ['done', end]),
    ]);
    const seen: unknown[] = [];
    for await (const job of pvg.jobs.progress('a')) seen.push(job);
    expect(seen).toEqual([JOB, half, end]);
    expect(sent).toHaveLength(3);
  });

  it('ends when the job is deleted, and does not ask again for one that is unknown', async () => {
    const deleted = client([events(['progress', JOB], ['done', null])]);
    const seen: unknown[] = [];
    for await (const job of deleted.pvg.jobs.progress('a')) seen.push(job);
    expect(seen).toEqual([JOB]);
    const headers = { 'content-type': 'application/problem+json' };
    const unknown = client([new Response('{"code":"resource.not_found","detail":"No."}', { status: 404, headers })]);
    expect(await failed(unknown.pvg.jobs.progress('a').next())).toMatchObject({ code: 'resource.not_found' });
    expect(unknown.sent).toHaveLength(1);
  });

  it('stops waiting for another connection when the caller gives up', async () => {
    const { pvg, sent } = client([new TypeError('reset')]);
    const stop = new AbortController();
    const next = pvg.jobs.progress('a', { signal: stop.signal }).next();
    stop.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    expect(sent.length).toBeLessThanOrEqual(1);
  });
});
