import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ColumnPolicies } from './columns/column-policies.js';
import { PatternRewriter } from './testing/pattern-rewriter.js';
import { rewriteBytes } from './testing/rewrite-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/documents');
const read = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const nobody = { rewrite: async () => new Map() };
const TEXT_FILES = [
  'app.log',
  'call.srt',
  'call.vtt',
  'notes.md',
  'nested.json',
  'people-quotes.csv',
  'people-latin1.tsv',
];

describe('textual formats', () => {
  it.each(TEXT_FILES)('%s without edits is copied byte for byte', async (name) => {
    expect((await rewriteBytes(name, read(name), nobody)).bytes.equals(read(name))).toBe(true);
  });

  it.each(TEXT_FILES)('%s comes back byte for byte when every value is put back', async (name) => {
    const rewriter = new PatternRewriter();
    const { bytes, report } = await rewriteBytes(name, read(name), rewriter);
    expect(report.verified).toBe(true);
    expect(bytes.equals(read(name))).toBe(false);
    const back = await rewriteBytes(name, bytes, rewriter.restorer, { direction: 'restore' });
    // A value that spanned markup or a line end comes back in one piece, and a number as a string.
    const fold = (text: string): string => text.replace(/[\s*"]|<[^>]*>/g, '').replace('\\u0054', 'T');
    expect(fold(back.bytes.toString('latin1'))).toBe(fold(read(name).toString('latin1')));
  });

  it('a value broken by a line end or by markup is found and gone', async () => {
    for (const name of ['call.srt', 'call.vtt', 'notes.md']) {
      const { text } = await rewriteBytes(name, read(name), new PatternRewriter());
      expect(text.replace(/<[^>]*>|[\s*]/g, '')).not.toMatch(/MarenHollstrup|41111111|415\)?-?555/);
    }
  });

  it('keeps what it does not understand of a log line, escapes and all', async () => {
    const { text } = await rewriteBytes('app.log', read('app.log'), new PatternRewriter());
    expect(text).toContain('\u001b[31mERROR\u001b[0m java.lang.IllegalStateException: bad card [CREDIT_CARD_');
    expect(text).toContain('"GET /?email=[EMAIL_');
  });

  it('JSON: keys, nested JSON, base64 and numbers are read; what is untouched stays byte for byte', async () => {
    const { text, report } = await rewriteBytes('nested.json', read('nested.json'), new PatternRewriter());
    expect(text).toContain('"big": 12345678901234567890.10');
    expect(text).toContain('"id": "90071992547409931234"');
    expect(text).toMatch(/"contact\.\[EMAIL_\w+\]": true|"\[EMAIL_\w+\]": true/);
    const parsed = JSON.parse(text) as { payload: string; ssn: string; blob: string };
    expect(JSON.parse(parsed.payload)).toEqual({
      user: expect.stringMatching(/^\[PERSON_/),
      ssn: expect.stringMatching(/^\[US_SSN_/),
    });
    expect(parsed.ssn).toMatch(/^\[US_SSN_/);
    expect(Buffer.from(parsed.blob, 'base64').toString()).toMatch(/^\[PERSON_/);
    expect(report.replaced[''] ?? {}).toMatchObject({ PERSON: expect.any(Number), US_SSN: 2 });
  });

  it('NDJSON: a line that is no JSON becomes an error record, in its place, and the others go on', async () => {
    const { text, report } = await rewriteBytes('events.ndjson', read('events.ndjson'), new PatternRewriter());
    const lines = text.split('\n');
    expect(lines).toHaveLength(read('events.ndjson').toString().split('\n').length);
    expect(lines[0]).toContain('"n":12345678901234567890');
    expect(JSON.parse(lines[3]!)).toEqual({
      error: { code: 'document.unreadable', message: 'Line 4 is not JSON.' },
    });
    expect(report.faults).toEqual([{ record: 4, code: 'document.unreadable' }]);
    expect(text).not.toContain('broken');
  });

  it('CSV: quotes, line ends, a byte order mark and leading zeros of untouched cells stay', async () => {
    const { text } = await rewriteBytes('people-quotes.csv', read('people-quotes.csv'), new PatternRewriter());
    expect(text.startsWith('\ufeff"id","full name"')).toBe(true);
    expect(text).toContain(',007\r\n');
    expect(text).toContain('""call me""');
    expect(text).toMatch(/=HYPERLINK\(""mailto:\[EMAIL_\w+\]"",""\[PERSON_\w+\]""\)/);
    expect(text).toContain(',-5.50');
  });

  it('a Latin-1 file stays Latin-1', async () => {
    const rewriter = new PatternRewriter();
    const { bytes } = await rewriteBytes('people-latin1.tsv', read('people-latin1.tsv'), rewriter);
    expect(bytes.includes(Buffer.from('M\u00fcnchen', 'latin1'))).toBe(true);
    expect(bytes.toString('latin1')).not.toMatch(/Hollstrup|DE89|\u00d1\u00edguez/);
  });

  it('a column policy decides by header, a byte order mark before it or not', async () => {
    const columns = ColumnPolicies.parse({ 'Full Name': 'token', notes: 'drop', phone: 'keep', '*': 'detect' });
    const { text } = await rewriteBytes('p.csv', read('people-quotes.csv'), new PatternRewriter(), { columns });
    expect(text).not.toMatch(/padded|call me/);
    expect(text).toContain('14155550137');
    const byId = ColumnPolicies.parse({ id: 'token:CUSTOMER_ID', '*': 'keep' });
    const ids = await rewriteBytes('p.csv', read('people-quotes.csv'), new PatternRewriter(), { columns: byId });
    expect(ids.text).toContain('\r\n[CUSTOMER_ID_');
  });

  it('a column policy reaches JSON values by key or key path', async () => {
    const columns = ColumnPolicies.parse({ 'user.last': 'token:PERSON', born: 'year', n: 'keep' });
    const line = '{"user":{"last":"Finnegan"},"last":"kept","born":"1984-07-19","n":219099999}\n';
    const { text } = await rewriteBytes('x.ndjson', line, new PatternRewriter(), { columns });
    expect(text).toMatch(/^\{"user":\{"last":"\[PERSON_\w+\]"\},"last":"kept","born":"1984","n":219099999\}\n$/);
  });

  it('a replacement that would start a formula is made safe, and numbers never are', async () => {
    const formulas = {
      rewrite: async (all: readonly { text: string }[]) =>
        new Map(
          all
            .filter(({ text }) => text.startsWith('v'))
            .map((segment) => [
              segment,
              [{ start: 0, end: segment.text.length, text: segment.text === 'v1' ? '=cmd()' : '-5' }],
            ]),
        ),
    };
    const { text } = await rewriteBytes('x.csv', 'a,b\nv1,v2\n-7,=1\n', formulas as never, { recheck: false });
    expect(text).toBe("a,b\n'=cmd(),-5\n-7,=1\n");
  });

  it('chat files keep their roles and names of things, and lose values in content and in arguments', async () => {
    const row = {
      messages: [
        { role: 'user', content: 'I am Maren Hollstrup' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'mail', arguments: '{"to":"a@example.org"}' } }],
        },
      ],
    };
    const { text, report } = await rewriteBytes('t.jsonl', `${JSON.stringify(row)}\n`, new PatternRewriter());
    expect(report.format).toBe('chat-jsonl');
    const out = JSON.parse(text) as typeof row;
    expect(out.messages[0]).toEqual({ role: 'user', content: expect.stringMatching(/^I am \[PERSON_/) });
    expect(JSON.parse(out.messages[1]!.tool_calls![0]!.function.arguments)).toEqual({
      to: expect.stringMatching(/^\[EMAIL_/),
    });
  });

  it('what the rewriter missed elsewhere is carried over, and what is left fails the file', async () => {
    let calls = 0;
    const once = {
      rewrite: async (all: readonly { text: string }[]) => {
        calls += 1;
        const hit = all.find(({ text }) => text === 'Maren Hollstrup');
        return new Map(calls === 1 && hit ? [[hit, [{ start: 0, end: 15, text: '[PERSON_0000000000]' }]]] : []);
      },
    };
    const { text } = await rewriteBytes('x.csv', 'a,b\nMaren Hollstrup,x\nspoke to Maren Hollstrup,y\n', once as never);
    expect(text).not.toContain('Hollstrup');
    const lying = {
      rewrite: async (all: readonly { text: string }[]) =>
        new Map(
          all
            .filter(({ text: t }) => t.startsWith('Maren H'))
            .map((s) => [s, [{ start: 0, end: 15, text: 'See Maren Hollstrup' }]]),
        ),
    };
    await expect(
      rewriteBytes('x.csv', 'a\nMaren Hollstrup\n', lying as never, { recheck: false }),
    ).rejects.toMatchObject({ code: 'document.leftover' });
  });
});
