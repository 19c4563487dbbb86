import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/documents');
const read = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const nobody = { rewrite: async () => new Map() };
const FILES = ['note-handmade.rtf', 'affidavit-libreoffice.rtf'];

/** The letters that a reader shows, control words and groups away. */
function shown(rtf: string): string {
  return rtf
    .replace(/\\'eb|\\u235\??/g, 'ë')
    .replace(/\\[a-z]+-?\d* ?|[{}\r\n]|\\[-*]/g, '')
    .replace(/\s/g, '');
}

describe('RTF', () => {
  it.each(FILES)('%s without edits is copied byte for byte', async (name) => {
    expect((await rewriteBytes(name, read(name), nobody)).bytes.equals(read(name))).toBe(true);
  });

  it.each(FILES)('%s loses values over groups, escapes, hidden runs, fields and info', async (name) => {
    const { bytes } = await rewriteBytes(name, read(name), new PatternRewriter());
    expect(
      shown(bytes.toString('latin1')).match(
        /.{9}(?:Hollstrup|Finnegan|Ramanathan|219-09|0137|DE89|1984-07|7724190|example\.org).{9}/,
      ),
    ).toBeNull();
    expect(bytes.toString('latin1').match(/[{}]/g)).toEqual(read(name).toString('latin1').match(/[{}]/g));
  });

  it.each(FILES)('%s gives every value back', async (name) => {
    const rewriter = new PatternRewriter();
    const { bytes } = await rewriteBytes(name, read(name), rewriter);
    const back = await rewriteBytes(name, bytes, rewriter.restorer, { direction: 'restore' });
    const fold = (rtf: Buffer): string => [...shown(rtf.toString('latin1'))].sort().join('');
    expect(fold(back.bytes)).toBe(fold(read(name)));
  });

  it.each([
    ['10,000 nested groups', `{\\rtf1 ${'{'.repeat(10_000)}${'}'.repeat(10_001)}`, 'document.too_large'],
    ['a truncated file', '{\\rtf1 {\\b Maren', 'document.unreadable'],
  ])('%s is refused', async (_, rtf, code) => {
    await expect(rewriteBytes('x.rtf', rtf, nobody)).rejects.toMatchObject({ code });
  });

  it('objects that nothing reads are emptied and told of', async () => {
    const { text, report } = await rewriteBytes('x.rtf', '{\\rtf1 a{\\object{\\*\\objdata 4d6172656e}}b}', nobody);
    expect(text).toBe('{\\rtf1 a{\\object{\\*\\objdata }}b}');
    expect(report.dropped).toEqual([{ part: 'object 1', reason: 'unread' }]);
  });
});
