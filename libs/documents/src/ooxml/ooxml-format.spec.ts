import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import JSZip from 'jszip';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/documents');
const read = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const nobody = { rewrite: async () => new Map() };
const FILES = ['intake-split-runs.docx', 'review.pptx', 'staff-formulas.xlsx'];

/** The parts by another reader of zip files. */
async function parts(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await JSZip.loadAsync(bytes);
  const names = Object.keys(zip.files).filter((name) => !zip.files[name]!.dir);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await zip.file(name)!.async('string')])),
  );
}

const shown = (xml: string): string =>
  decodeURIComponent(xml.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    .replace(/<w:tab\/>/g, ' ')
    .replace(/<[/\w][^>"]*(?:"[^"]*"[^>"]*)*>/g, (tag) =>
      (tag.match(/"[^"]*"/g) ?? []).join(' ').replace(/^/, tag.includes('="') ? ' ' : ''),
    );
const PII = /Hollstrup|Finnegan|Ramanathan|219-?09|0137|X4920117|DE89|1984-07|7946|Larkfield|example\.org/;

describe('Office documents', () => {
  it.each(FILES)('%s without edits keeps every part byte for byte', async (name) => {
    const before = await parts(read(name));
    const { bytes } = await rewriteBytes(name, read(name), nobody);
    const after = await parts(bytes);
    for (const [part, text] of Object.entries(before)) {
      if (/thumbnail|_rels\/\.rels|Content_Types/.test(part)) continue;
      expect([part, after[part]]).toEqual([
        part,
        text.replace(/ (w:)?initials="[^"]*"/g, (all) => all.replace(/".*"/, '""')),
      ]);
    }
  });

  it.each(FILES)('%s loses every planted value in every part', async (name) => {
    const rewriter = new PatternRewriter();
    const { bytes, report } = await rewriteBytes(name, read(name), rewriter);
    for (const [part, xml] of Object.entries(await parts(bytes)))
      expect([part, shown(xml).match(PII)]).toEqual([part, null]);
    expect(report.verified).toBe(true);
  });

  it.each(FILES)('%s gives every value back', async (name) => {
    const rewriter = new PatternRewriter();
    const { bytes } = await rewriteBytes(name, read(name), rewriter);
    const back = await rewriteBytes(name, bytes, rewriter.restorer, { direction: 'restore' });
    const after = await parts(back.bytes);
    const before = await parts(read(name));
    for (const [part, xml] of Object.entries(after)) {
      const fold = (text: string) => text.replace(/ (?:w:)?initials="[^"]*"| t="str"|<[^>]*>|\s|%40|@|%20/g, '');
      if (!/rels|Content_Types/.test(part)) expect([part, fold(xml)]).toEqual([part, fold(before[part]!)]);
    }
  });

  it('a sheet name takes the bare form everywhere it is referred to', async () => {
    const { bytes } = await rewriteBytes('s.xlsx', read('staff-formulas.xlsx'), new PatternRewriter());
    const workbook = (await parts(bytes))['xl/workbook.xml']!;
    expect(workbook).toMatch(/<sheet name="PERSON_\w{10}"/);
  });

  it('hidden rows, columns and sheets are read, stay hidden, and are told of', async () => {
    const { report } = await rewriteBytes('s.xlsx', read('staff-formulas.xlsx'), new PatternRewriter());
    expect(report.notes).toContain('hidden_content');
  });

  it('a picture that nothing reads becomes a blank one; a program is left out with its relationship', async () => {
    const zip = await JSZip.loadAsync(read('intake-split-runs.docx'));
    zip.file('word/media/image1.emf', Buffer.from([1, 0, 0, 0, 0x6c]));
    zip.file('word/vbaProject.bin', Buffer.from('Maren Hollstrup'));
    const rels = await zip.file('word/_rels/document.xml.rels')!.async('string');
    zip.file(
      'word/_rels/document.xml.rels',
      rels.replace('</Relationships>', '<Relationship Id="rV" Type="v" Target="vbaProject.bin"/></Relationships>'),
    );
    const { bytes, report } = await rewriteBytes('d.docx', await zip.generateAsync({ type: 'nodebuffer' }), nobody);
    const after = await parts(bytes);
    expect(after['word/vbaProject.bin']).toBeUndefined();
    expect(after['word/_rels/document.xml.rels']).not.toContain('vbaProject');
    expect(report.notes).toContain('macros_dropped');
    expect(report.dropped.map(({ part }) => part)).toContain('word/media/image1.emf');
  });

  it.each([
    [
      'a DOCTYPE (billion laughs)',
      '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><w:document>&c;</w:document>',
      'document.forbidden_content',
    ],
    ['10,000-deep nesting', `${'<w:p>'.repeat(10_000)}${'</w:p>'.repeat(10_000)}`, 'document.too_large'],
    ['a truncated part', '<w:document><w:body><w:p>', 'document.unreadable'],
  ])('%s is refused', async (_, xml, code) => {
    const zip = await JSZip.loadAsync(read('intake-split-runs.docx'));
    zip.file('word/document.xml', xml);
    await expect(rewriteBytes('d.docx', await zip.generateAsync({ type: 'nodebuffer' }), nobody)).rejects.toMatchObject(
      { code },
    );
  });
});
