import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../../support/invented.js';
import { addPrincipal } from '../../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway({ workerConcurrency: 1 });
});
afterAll(() => t.close());

interface Sent {
  readonly as?: keyof TestGateway['keys'];
  readonly headers?: Record<string, string>;
  readonly fields?: Record<string, string>;
  readonly files?: readonly (readonly [string, string | Blob])[];
}

async function send(path: string, { as = 'user', headers = {}, fields = {}, files = [] }: Sent): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, content] of files) body.append('file', new Blob([content]), name);
  const authorization = `Bearer ${t.keys[as].reveal()}`;
  return fetch(t.url + path, { method: 'POST', headers: { authorization, ...headers }, body });
}

const person = inventPerson();
const CSV = `name,email,notes\n"${person.PERSON}",${person.EMAIL},"call ${person.PHONE}, or\nmail ${person.EMAIL}"\n`;

async function finished(id: string): Promise<Record<string, unknown>> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const { json } = await t.call(`/v1/jobs/${id}`);
    if (json.state === 'finished') return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the job did not finish');
}

describe('POST /v1/documents/deidentify', () => {
  it('answers with the same format, tokens in place of values, to be saved and not shown', async () => {
    const answer = await send('/v1/documents/deidentify', { files: [['Kundé "list".csv', CSV]] });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w .-]+"; filename\*=UTF-8''Kund%C3%A9/,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Number(answer.headers.get('x-pvg-entities'))).toBeGreaterThanOrEqual(4);
    for (const value of [person.EMAIL, person.PHONE, person.PERSON]) expect(text).not.toContain(value);
    expect(text.match(/\[EMAIL_\w{10}\]/g)).toHaveLength(2);
    expect(new Set(text.match(/\[EMAIL_\w{10}\]/g)).size).toBe(1);
    expect(text.split('\n')[0]).toBe('name,email,notes');
  });

  it('does with columns what it is told', async () => {
    const columns = JSON.stringify({ name: 'keep', email: 'mask', notes: 'drop' });
    const answer = await send('/v1/documents/deidentify', { fields: { columns }, files: [['a.csv', CSV]] });
    const text = await answer.text();
    expect(text).toContain(person.PERSON);
    expect(text).not.toContain(person.EMAIL);
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  it('gives report and content as JSON when asked', async () => {
    const headers = { accept: 'application/json' };
    const answer = await send('/v1/documents/deidentify', { headers, files: [['a.csv', CSV]] });
    const { report, content } = (await answer.json()) as { report: Record<string, unknown>; content: string };
    expect(report).toMatchObject({ format: 'csv', verified: true, replaced: { '': { EMAIL: 2 } } });
    expect(Buffer.from(content, 'base64').toString()).toMatch(/EMAIL_/);
    expect(JSON.stringify(report)).not.toContain(person.EMAIL);
  });

  it.each<[string, Sent, number, RegExp]>([
    ['no file', { fields: { as: 'token' } }, 400, /"\/file"/],
    ['a field nobody knows', { fields: { colums: '{}' }, files: [['a.txt', 'x']] }, 400, /a field: is not known/],
    ['columns that are no JSON', { fields: { columns: '{' }, files: [['a.csv', CSV]] }, 400, /"\/columns"/],
    [
      'a policy that is none',
      { fields: { columns: '{"email":"hash"}' }, files: [['a.csv', CSV]] },
      400,
      /Column policy 1/,
    ],
    ['a form that is none', { fields: { as: 'rot13' }, files: [['a.csv', CSV]] }, 400, /"\/as"/],
    ['a format that is none', { fields: { format: 'wordstar' }, files: [['a.csv', CSV]] }, 400, /"\/format"/],
    ['broken JSON', { files: [['a.json', `{"mail": "${person.EMAIL}`]] }, 422, /document\.unreadable/],
    [
      'bytes of no known format',
      { files: [['a.bin', new Blob([new Uint8Array([0, 1, 2, 255, 254])])]] },
      415,
      /document\.unsupported/,
    ],
  ])('refuses %s with a problem that names the place and nothing of the content', async (_, sent, status, expected) => {
    const answer = await send('/v1/documents/deidentify', sent);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([status, expect.stringMatching(expected)]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(text).not.toContain(person.EMAIL);
  });

  it('refuses files on routes that take none, and other bodies on this one', async () => {
    expect((await send('/v1/chat/completions', { files: [['a.txt', 'x']] })).status).toBe(415);
    expect((await t.call('/v1/documents/deidentify', { body: {} })).status).toBe(415);
  });

  it('makes a job of a document beyond 8 MiB', async () => {
    const line = `{"text":"mail ${person.EMAIL}","pad":"${'x'.repeat(64 * 1024)}"}\n`;
    const answer = await send('/v1/documents/deidentify', { files: [['big.ndjson', line.repeat(140)]] });
    const job = (await answer.json()) as { id: string };
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/v1/jobs/${job.id}`]);
    expect(await finished(job.id)).toMatchObject({ itemsDone: 1, itemsFailed: 0 });
    const { text } = await t.call(`/v1/jobs/${job.id}/items/1/content`);
    expect(text.split('\n')).toHaveLength(141);
    expect(text).not.toContain(person.EMAIL);
  });
});

describe('POST /v1/documents/reidentify', () => {
  it('gives back to each caller what policy lets it see', async () => {
    const supplied = await send('/v1/documents/deidentify', { files: [['a.csv', CSV]] });
    const tokens = await supplied.text();
    const seen = await (await send('/v1/documents/reidentify', { as: 'support', files: [['a.csv', tokens]] })).text();
    expect(seen).not.toContain(person.EMAIL);
    expect(seen).not.toContain('[EMAIL_');
    const blind = await (await send('/v1/documents/reidentify', { as: 'analyst', files: [['a.csv', tokens]] })).text();
    expect(blind).toBe(tokens);
  });
});

describe('POST /v1/documents/inspect and /columns', () => {
  it('count what a document holds, and store nothing', async () => {
    const before = await t.testDatabase.admin('SELECT count(*) FROM vault_value');
    const answer = await send('/v1/documents/inspect', { files: [['a.csv', CSV]] });
    expect(await answer.json()).toMatchObject({ report: { format: 'csv', replaced: { '': { EMAIL: 2, PHONE: 1 } } } });
    expect(await t.testDatabase.admin('SELECT count(*) FROM vault_value')).toEqual(before);
  });

  it('propose what becomes of each column', async () => {
    const answer = await send('/v1/documents/columns', { files: [['a.csv', CSV]] });
    const { columns } = (await answer.json()) as { columns: { name: string; proposed: string }[] };
    expect(columns.map(({ name, proposed }) => [name, proposed])).toContainEqual(['email', 'token:EMAIL']);
  });
});

describe('/v1/jobs', () => {
  async function create(files: Sent['files'], more: Sent = {}): Promise<{ id: string }> {
    const answer = await send('/v1/jobs', { ...more, ...(files && { files }) });
    expect(answer.status).toBe(202);
    return (await answer.json()) as { id: string };
  }

  it('rewrite files, tell progress as events, name what failed, and give the results', async () => {
    const { id } = await create([
      ['a.csv', CSV],
      ['broken.json', `{"mail":"${person.EMAIL}`],
      ['b.txt', `Write to ${person.EMAIL}.`],
    ]);
    const events = await t.call(`/v1/jobs/${id}/events`);
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    const last = events.text.trim().split('\n\n').at(-1)!;
    expect(last).toMatch(/^id: \d+\nevent: done\ndata: \{/);
    expect(JSON.parse(last.slice(last.indexOf('{')))).toMatchObject({
      state: 'finished',
      itemsDone: 2,
      itemsFailed: 1,
    });
    const { items } = (await t.call(`/v1/jobs/${id}/items`)).json;
    expect(items.map((item: { name: string; state: string }) => [item.name, item.state])).toEqual([
      ['a.csv', 'done'],
      ['broken.json', 'failed'],
      ['b.txt', 'done'],
    ]);
    expect(items[1].error.code).toBe('document.unreadable');
    expect(JSON.stringify(items)).not.toContain(person.EMAIL);
    const [csv, text] = await Promise.all([1, 3].map((seq) => t.call(`/v1/jobs/${id}/items/${seq}/content`)));
    const token = /\[EMAIL_\w{10}\]/.exec(text!.text)![0];
    expect(csv!.text).toContain(token);
    expect((await t.call(`/v1/jobs/${id}/items/2/content`)).status).toBe(404);
    expect((await t.call(`/v1/jobs/${id}/items?state=failed`)).json.items).toHaveLength(1);
  });

  it('give one token for one value in all files, also to whom may not join', async () => {
    const { id } = await create(
      [
        ['a.txt', `Mail ${person.EMAIL}`],
        ['b.txt', `To ${person.EMAIL}`],
      ],
      { as: 'analyst' },
    );
    for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
      if ((await t.call(`/v1/jobs/${id}`, { as: 'analyst' })).json.state === 'finished') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const texts = await Promise.all(
      [1, 2].map(async (seq) => (await t.call(`/v1/jobs/${id}/items/${seq}/content`, { as: 'analyst' })).text),
    );
    expect(new Set(texts.map((text) => /\[EMAIL_\w{10}\]/.exec(text)?.[0])).size).toBe(1);
  });

  it('exist for who asked for them, and for who may read all', async () => {
    const { id } = await create([['a.txt', 'x']]);
    const other = await addPrincipal(t, { id: 'passer-by', roles: ['user'] });
    const routes: [string, string][] = [
      ['GET', ''],
      ['GET', '/items'],
      ['GET', '/events'],
      ['GET', '/items/1/content'],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['DELETE', ''],
    ];
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [method, path] of routes) {
      for (const job of [id, unknown]) {
        const answer = await t.call(`/v1/jobs/${job}${path}`, { as: null, headers: other, method });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    }
    expect((await t.call('/v1/jobs', { as: null, headers: other })).json.items).toEqual([]);
    expect((await t.call(`/v1/jobs/${id}`, { as: 'admin' })).status).toBe(200);
    const { items, next } = (await t.call('/v1/jobs?limit=1', { as: 'admin' })).json;
    expect([items[0].id, typeof next]).toEqual([id, 'string']);
    const second = (await t.call(`/v1/jobs?limit=1&after=${encodeURIComponent(next)}`, { as: 'admin' })).json;
    expect(second.items[0].id).not.toBe(id);
  });

  it('are done again, cancelled and deleted on request', async () => {
    const { id } = await create([['broken.json', '{']]);
    await finished(id);
    expect((await t.call(`/v1/jobs/${id}/retry`, { method: 'POST' })).status).toBe(202);
    await finished(id);
    expect((await t.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })).json.state).toBe('finished');
    expect((await t.call(`/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await t.call(`/v1/jobs/${id}`)).status).toBe(404);
  });

  it('leave nothing behind when the upload breaks off', async () => {
    const headers = {
      authorization: `Bearer ${t.keys.user.reveal()}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    const count = () => t.testDatabase.admin<{ count: string }>("SELECT count(*) FROM job WHERE state = 'receiving'");
    const upload = request(`${t.url}/v1/jobs`, { method: 'POST', headers }).on('error', () => undefined);
    upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsecret');
    while ((await count())[0]?.count !== '1') await new Promise((resolve) => setTimeout(resolve, 20));
    upload.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await count()).toEqual([{ count: '0' }]);
  });

  it('put no content, file name or column into the log of what was done', async () => {
    const rows = JSON.stringify(await t.testDatabase.admin('SELECT * FROM audit_event'));
    for (const secret of [person.EMAIL, person.PERSON, 'a.csv', 'broken.json']) expect(rows).not.toContain(secret);
  });
});
