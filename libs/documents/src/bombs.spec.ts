import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentInput } from './document-input.js';
import { rewriteDocument } from './rewrite-document.js';
import { rewriteFile } from './rewrite-file.js';
import { PatternRewriter } from './testing/pattern-rewriter.js';
import { rewriteBytes } from './testing/rewrite-bytes.js';
import { type ZipEntrySpec, zipBytes } from './testing/zip-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/documents');
/** `PVG_TEST_UNCLOSED_MB=300` reads the whole. */
const UNCLOSED_MB = Number(process.env.PVG_TEST_UNCLOSED_MB ?? 12);
const MB = 1024 * 1024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-bombs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const part = (name: string, text: string): ZipEntrySpec => ({ name, content: Buffer.from(text) });
const TYPES = part('[Content_Types].xml', '<Types/>');
const docx = (...more: ZipEntrySpec[]): Buffer =>
  zipBytes([TYPES, part('word/document.xml', '<w:document/>'), ...more]);
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * MB, 0x20);
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const half = (name: string): Buffer => fixture(name).subarray(0, Math.floor(fixture(name).length / 2));
const nested = (depth: number): string => `${'['.repeat(depth)}"a@example.org"${']'.repeat(depth)}`;
const mail = (depth: number): string =>
  depth === 0
    ? 'From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\n\r\nend\r\n'
    : `From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\nContent-Type: message/rfc822\r\n\r\n${mail(depth - 1)}`;
const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]><w:document>&j;</w:document>`;

/** What is wrong, the file's name, its bytes, the code, and the fact that tells more. */
const LIARS: readonly (readonly [string, string, () => Buffer | string, string, Readonly<Record<string, string>>])[] = [
  [
    'a zip bomb',
    'b.docx',
    () => docx({ name: 'word/a.xml', content: zeros(24) }),
    'document.too_large',
    { limit: 'ratioMax' },
  ],
  [
    'a size too small',
    'l.docx',
    () => docx({ name: 'word/a.xml', content: zeros(1), claimedBytes: 10 }),
    'document.unreadable',
    {},
  ],
  [
    'a size too large',
    'l.docx',
    () => docx({ name: 'word/a.xml', content: Buffer.from('<a/>'), claimedBytes: 900 }),
    'document.unreadable',
    {},
  ],
  [
    'a size of four gigabytes',
    'l.docx',
    () => docx({ name: 'word/a.xml', content: Buffer.from('<a/>'), claimedBytes: 0xfffffff0 }),
    'document.too_large',
    {},
  ],
  ['a name that climbs', 'c.docx', () => docx(part('../../etc/cron.d/x', 'x')), 'document.forbidden_content', {}],
  ['an absolute name', 'c.docx', () => docx(part('/etc/passwd', 'x')), 'document.forbidden_content', {}],
  [
    'two parts of one name',
    'd.docx',
    () => docx(part('word/a.xml', '<a/>'), part('word/a.xml', '<b/>')),
    'document.unreadable',
    {},
  ],
  [
    'a part under a password',
    'e.docx',
    () => docx({ ...part('word/a.xml', '<a/>'), flags: 1 }),
    'document.encrypted',
    {},
  ],
  [
    '10,003 parts',
    'm.docx',
    () => docx(...Array.from({ length: 10_001 }, (_, at) => part(`word/a${at}.xml`, ''))),
    'document.too_large',
    { limit: 'entriesMax' },
  ],
  [
    'a billion laughs',
    'x.docx',
    () => zipBytes([TYPES, part('word/document.xml', laughs)]),
    'document.forbidden_content',
    {},
  ],
  ['a container cut short', 'h.docx', () => half('intake-split-runs.docx'), 'document.unreadable', {}],
  ['JSON cut short', 'h.json', () => half('nested.json'), 'document.unreadable', {}],
  [
    'RTF groups 10,000 deep',
    'r.rtf',
    () => `{\\rtf1${'{'.repeat(10_000)}x${'}'.repeat(10_000)}}`,
    'document.too_large',
    { limit: 'depthMax' },
  ],
  ['JSON 10,000 deep', 'j.json', () => nested(10_000), 'document.too_large', { limit: 'depthMax' }],
  ['HTML 10,000 deep', 'p.html', () => `<html><body>${'<div>'.repeat(10_000)}a@example.org`, 'document.too_large', {}],
  ['mails 600 deep', 'n.eml', () => mail(600), 'document.too_large', {}],
  ['a text that says it is a sheet', 't.xlsx', () => 'Maren Hollstrup', 'document.type_mismatch', {}],
  ['a sheet that says it is a table', 's.csv', () => fixture('staff-formulas.xlsx'), 'document.type_mismatch', {}],
  ['a program', 'p.exe', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'document.unsupported', {}],
  [
    'a zip container of no known kind',
    'z.zip',
    () => zipBytes([part('a.txt', 'Maren Hollstrup')]),
    'document.unsupported',
    {},
  ],
];

describe('bombs and liars', () => {
  it.each(LIARS)('%s is refused by name, in bounded time and memory', async (_, name, make, code, facts) => {
    const before = process.memoryUsage().rss;
    const failure = rewriteBytes(name, Buffer.from(make()), new PatternRewriter());
    await expect(failure).rejects.toMatchObject({ code, facts: expect.objectContaining(facts) });
    await failure.catch((error: unknown) =>
      expect(JSON.stringify(error)).not.toMatch(/Hollstrup|example\.org|passwd|cron/),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MB);
  });

  it('limits that a call gives hold when the kind of a container is told, too', async () => {
    const input = DocumentInput.fromBytes('a', docx(part('word/a.xml', '<a/>')));
    const rewrite = (limits: { entriesMax: number }) =>
      rewriteDocument(input, { write: async () => undefined }, { rewrite: async () => new Map() }, { limits });
    await expect(rewrite({ entriesMax: 2 })).rejects.toMatchObject({ facts: { limit: 'entriesMax' } });
    await expect(rewrite({ entriesMax: 3 })).resolves.toMatchObject({ format: 'docx' });
  });

  it('an NDJSON line 10,000 deep, or cut short, fails alone', async () => {
    const lines = ['{"a":"x@example.org"}', nested(10_000), '{"a":"y@exam', '{"b":"z@example.org"}'];
    const { text, report } = await rewriteBytes('l.ndjson', lines.join('\n'), new PatternRewriter());
    expect(report.faults.map(({ record }) => record)).toEqual([2, 3]);
    expect(text.split('\n').map((line) => Object.keys(JSON.parse(line))[0])).toEqual(['a', 'error', 'error', 'b']);
    expect(text).not.toContain('@exam');
  });

  it(`a quote that is never closed over ${UNCLOSED_MB} MB costs a record's limit, no more, and leaves nothing behind`, async () => {
    const source = join(folder, 'open.csv');
    const file = await open(source, 'w');
    await file.write('email,note\na@example.org,fine\nb@example.org,"');
    const block = Buffer.from('never closed, never ending\n'.repeat(40_000));
    for (let written = 0; written < UNCLOSED_MB * MB; written += block.length) await file.write(block);
    await file.close();
    const before = process.memoryUsage().rss;
    const failure = rewriteFile(source, join(folder, 'out.csv'), new PatternRewriter());
    await expect(failure).rejects.toMatchObject({ code: 'document.too_large', facts: { limit: 'recordBytesMax' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB);
    expect(readdirSync(folder)).toEqual(['open.csv']);
  });

  it('a line that never ends is bounded in every streamed format', async () => {
    for (const name of ['a.txt', 'a.log', 'a.md', 'a.ndjson', 'a.tsv']) {
      const source = join(folder, name);
      writeFileSync(source, `${name.endsWith('ndjson') ? '{"a":"' : ''}${'x'.repeat(5 * MB)}`);
      await expect(rewriteFile(source, `${source}.out`, new PatternRewriter())).rejects.toMatchObject({
        code: 'document.too_large',
        facts: { limit: 'recordBytesMax' },
      });
      rmSync(source);
    }
  });
});
