import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Document } from '@langchain/core/documents';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { PvgClient, PvgError } from '../../libs/client/src/index.js';
import { PvgDocumentTransformer } from '../../libs/client/src/langchain/index.js';
import { PvgTransform } from '../../libs/client/src/llamaindex/index.js';
import { inventPerson } from '../support/invented.js';
import { addPrincipal } from '../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;
let nobody: PvgClient;
const as = (role: keyof TestGateway['keys']): PvgClient => new PvgClient({ url: t.url, key: t.keys[role].reveal() });

beforeAll(async () => {
  t = await createTestGateway({ workerConcurrency: 1 });
  const { authorization } = await addPrincipal(t, { id: 'nobody' });
  nobody = new PvgClient({ url: t.url, key: authorization!.replace('Bearer ', '') });
});
afterAll(() => t.close());

const person = inventPerson();

describe('the client', () => {
  it('gets values back as far as policy allows, in the shape that was given', async () => {
    const messages = [{ role: 'user', content: `Mail ${person.EMAIL}`, extra: 1.5 }];
    const given = await as('user').privacy.deidentify({ messages });
    expect(given.messages[0]).toEqual({
      role: 'user',
      content: expect.stringMatching(/^Mail \[EMAIL_\w{10}\]$/),
      extra: 1.5,
    });
    const { messages: blind } = await as('analyst').privacy.reidentify({ messages: given.messages });
    expect(blind).toEqual(given.messages);
    const { messages: masked } = await as('support').privacy.reidentify({ messages: given.messages });
    expect(masked[0]!.content).not.toContain('[EMAIL_');
    expect(masked[0]!.content).not.toContain(person.EMAIL);
  });

  it('finds tokens in the vault without values', async () => {
    const [stored] = await as('user').vault.tokenize([{ type: 'EMAIL', value: person.EMAIL }]);
    const { items } = await as('support').vault.search({ type: 'EMAIL', exact: person.EMAIL });
    expect(items!.map(({ token }) => token)).toContain((stored as { token: string }).token);
  });

  it('tells what it may not do by a code', async () => {
    const error = await nobody.privacy.deidentify({ texts: [person.EMAIL] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PvgError);
    expect(error).toMatchObject({ code: 'policy.denied', status: 403, requestId: expect.any(String) });
    const unknown = as('user').documents.deidentify({ name: 'a.json', content: `{"mail":"${person.EMAIL}` });
    await expect(unknown).rejects.toMatchObject({ code: 'document.unreadable', status: 422 });
    await expect(unknown).rejects.not.toThrow(person.EMAIL);
  });

  it('gets a small document at once, and its values back', async () => {
    const pvg = as('user');
    const result = await pvg.documents.deidentify({ name: 'a.txt', content: `Mail ${person.EMAIL}.` }, { as: 'token' });
    if (result.kind !== 'document') throw new Error('became a job');
    expect(Buffer.from(result.content).toString()).toMatch(/^Mail \[EMAIL_\w{10}\]\.$/);
    expect(result.report).toMatchObject({ format: 'text', verified: true });
    const file = { name: 'a.txt', content: result.content };
    const back = await as('support').documents.reidentify(file);
    expect(Buffer.from(back.content).toString()).not.toContain('[EMAIL_');
    const found = await pvg.documents.inspect({ name: 'a.txt', content: `Mail ${person.EMAIL}.` });
    expect(found.replaced).toEqual({ '': { EMAIL: 1 } });
    const columns = await pvg.documents.columns({ name: 'a.csv', content: `mail\n${person.EMAIL}\n` });
    expect(columns).toMatchObject([{ name: 'mail', proposed: 'token:EMAIL' }]);
  });

  it('gets a job for a large one, follows it to its end, and fetches the result', async () => {
    const pvg = as('user');
    const line = `mail ${person.EMAIL} ${'x'.repeat(64 * 1024)}\n`;
    const result = await pvg.documents.deidentify({ name: 'big.log', content: new Blob([line.repeat(130)]) });
    if (result.kind !== 'job') throw new Error('was not too large');
    const end = await pvg.jobs.finished(result.job.id);
    expect(end).toMatchObject({ state: 'finished', itemsDone: 1 });
    const text = await new Response(await pvg.jobs.download(end.id, 1)).text();
    expect(text.match(/mail \[EMAIL_\w{10}\]/g)).toHaveLength(130);
    expect(text).not.toContain(person.EMAIL);
  }, 60_000);

  it('cancels, does again and deletes', async () => {
    const pvg = as('user');
    const job = await pvg.jobs.create([{ name: 'broken.json', content: '{' }], { kind: 'inspect' });
    await pvg.jobs.finished(job.id);
    expect(await pvg.jobs.report(job.id)).toMatchObject([{ state: 'failed', error: { code: 'document.unreadable' } }]);
    expect((await pvg.jobs.retry(job.id)).state).toMatch(/queued|running|finished/);
    expect((await pvg.jobs.cancel(job.id)).id).toBe(job.id);
    const listed: string[] = [];
    for await (const { id } of pvg.jobs.list()) listed.push(id);
    expect(listed).toContain(job.id);
    await pvg.jobs.delete(job.id);
    await expect(pvg.jobs.status(job.id)).rejects.toMatchObject({ code: 'resource.not_found', status: 404 });
  });
});

describe('a pipeline that redacts before it splits', () => {
  const people = Array.from({ length: 12 }, () => inventPerson());
  const FILLER = 'The heating was looked at again. ';
  const letter = ({ PERSON, EMAIL, PHONE }: Record<'PERSON' | 'EMAIL' | 'PHONE', string>): string =>
    `My name is ${PERSON}. Please write to ${EMAIL} or call ${PHONE}.`;
  const texts = people.map((person, index) => FILLER.repeat(index % 5) + letter(person));
  const metadata = (index: number) => ({ author: people[index]!.PERSON, mail: people[index]!.EMAIL, page: index });
  /** Values and parts of names that are no part of the text around them. */
  const parts = people
    .flatMap(({ PERSON, EMAIL }) => [...PERSON.split(' '), EMAIL, EMAIL.split('@')[0]!])
    .filter((part) => !(FILLER + letter({ PERSON: '', EMAIL: '', PHONE: '' })).includes(part));
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 48, chunkOverlap: 0 });
  const leftIn = (chunks: readonly { pageContent: string; metadata: object }[]): string[] =>
    chunks.flatMap(
      ({ pageContent, metadata: { loc: _, ...rest } }: { pageContent: string; metadata: { loc?: object } }) =>
        parts.filter((part) => `${pageContent} ${JSON.stringify(rest)}`.includes(part)),
    );

  it('leaves no part of a name in a chunk, and no token cut in two', async () => {
    const documents = texts.map(
      (pageContent, index) => new Document({ pageContent, metadata: metadata(index), id: `d${index}` }),
    );
    expect(leftIn(await splitter.transformDocuments(documents)).length).toBeGreaterThan(20);
    const redact = new PvgDocumentTransformer({ client: as('user'), batchSize: 5 });
    const redacted = await redact.invoke(documents);
    expect(redacted.map(({ id, metadata: { page } }) => [id, page])).toEqual(
      texts.map((_, index) => [`d${index}`, index]),
    );
    const chunks = await splitter.transformDocuments(redacted as Document[]);
    expect(chunks.length).toBeGreaterThan(texts.length);
    expect(leftIn(chunks)).toEqual([]);
    for (const { pageContent } of chunks) {
      expect(pageContent.replace(/\[[A-Z_]+_[0-9A-Z]{10}\]/g, '')).not.toMatch(/[[\]]|_[0-9A-Z]{3}/);
    }
  }, 60_000);

  it('drops metadata when told so', async () => {
    const redact = new PvgDocumentTransformer({ client: as('user'), metadata: 'drop' });
    const one = await redact._transformDocument(new Document({ pageContent: texts[0]!, metadata: metadata(0) }));
    expect(one.metadata).toEqual({});
    expect(leftIn([one])).toEqual([]);
  });

  it('rewrites nodes of LlamaIndex.TS in place, or none of them', async () => {
    const nodes = texts.map((text, index) => ({ text, metadata: metadata(index) }));
    const transform = new PvgTransform({ client: as('user') });
    const rewritten = await transform.transform(nodes);
    expect(rewritten).toBe(nodes);
    expect(leftIn(nodes.map(({ text, metadata }) => ({ pageContent: text, metadata })))).toEqual([]);
    const before = structuredClone(nodes);
    await expect(new PvgTransform({ client: nobody }).transform(nodes)).rejects.toThrow('policy.denied');
    expect(nodes).toEqual(before);
  });
});
