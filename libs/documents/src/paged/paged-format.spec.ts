import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { readPdf } from '../testing/read-pdf.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures');
const file = (name: string): Buffer => readFileSync(join(FIXTURES, 'documents', name));
const PLANTED =
  /Maren|Hollstrup|Finnegan|Ramanathan|219-09|09-9999|0137|DE89|3704|MRN-|1984-07|Saddlefield|example\.org/;

async function made(build: (document: PDFDocument) => Promise<void> | void): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  await build(document);
  return document.save();
}

describe('PDF', () => {
  it('loses every planted value, also across lines, and what stands beside its pages; other words stay', async () => {
    const rewriter = new PatternRewriter();
    const { bytes, report } = await rewriteBytes('affidavit.pdf', file('affidavit.pdf'), rewriter);
    const { pages, besides } = await readPdf(bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toMatch(PLANTED);
    expect(besides).not.toMatch(PLANTED);
    expect(besides).not.toMatch(/mailto|Author|Title/);
    expect(pages[0]).toContain('After the efficient first meeting the office');
    expect(pages[0]).toContain(rewriter.tokenOf('Tobias Finnegan'));
    expect(report.notes).toEqual(expect.arrayContaining(['annotations_dropped', 'metadata_dropped']));
    expect(report.verified).toBe(true);
  });

  it('loses text under a box, kerned text, invisible text and text in forms, and gives them back', async () => {
    const rewriter = new PatternRewriter();
    const name = 'covered-blackbox.pdf';
    const { bytes } = await rewriteBytes(name, file(name), rewriter);
    const { pages } = await readPdf(bytes);
    expect(pages[0]).not.toMatch(PLANTED);
    expect(pages[0]).toContain('Nothing to hide here, keep me.');
    const back = await rewriteBytes(name, bytes, rewriter.restorer, { direction: 'restore' });
    const restored = (await readPdf(back.bytes)).pages[0]!;
    for (const value of ['Maren Hollstrup', '219-09-9999', 'tobias@example.org', 'Priya Ramanathan', 'MRN-7724190']) {
      expect(restored).toContain(value);
    }
    expect(restored).not.toMatch(/\[[A-Z_]+_[0-9A-Z]{10}\]/);
  });

  it('spells no value in forms, scripts, marks, layers or parts that no page draws', async () => {
    const bytes = await made(async (document) => {
      const font = await document.embedFont(StandardFonts.Helvetica);
      const page = document.addPage([400, 300]);
      page.drawText('Filed by Maren Hollstrup today', { x: 20, y: 250, size: 12, font });
      const field = document.getForm().createTextField('Maren Hollstrup');
      field.setText('Tobias Finnegan');
      field.addToPage(page, { x: 20, y: 200, width: 200, height: 20 });
      document.addJavaScript('main', 'app.alert("Priya Ramanathan")');
      await document.attach(Buffer.from('219-09-9999'), 'Maren Hollstrup.txt');
      const { context } = document;
      const unused = context.flateStream('BT (MRN-7724190) Tj ET', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 9, 9],
      });
      page.node.newXObject('Unused', context.register(unused));
      const marked = `/Span <</ActualText (Priya Ramanathan)>> BDC BT /${font.name} 0 Tf ET EMC`;
      page.node.addContentStream(context.register(context.flateStream(marked)));
      page.node.set(PDFName.of('PieceInfo'), PDFString.of('Priya Ramanathan'));
    });
    const rewriter = new PatternRewriter();
    const out = (await rewriteBytes('form.pdf', bytes, rewriter)).bytes;
    const { pages, besides } = await readPdf(out);
    expect(pages.join()).toContain('today');
    expect(pages.join() + besides).not.toMatch(PLANTED);
    expect(pages.join()).toContain(rewriter.tokenOf('Tobias Finnegan'));
    const loaded = await PDFDocument.load(out, { updateMetadata: false });
    const names = loaded.context.enumerateIndirectObjects().map(([, object]) => String(object));
    expect(names.join('\n')).not.toMatch(/JavaScript|EmbeddedFile|AcroForm|PieceInfo|Unused|ActualText|Hollstrup/);
  });

  it('keeps pages as they were turned and as many', async () => {
    const bytes = await made(async (document) => {
      const font = await document.embedFont(StandardFonts.Helvetica);
      for (const rotate of [0, 90, 180, 270]) {
        const page = document.addPage([400, 300]);
        page.node.set(PDFName.of('Rotate'), document.context.obj(rotate));
        page.drawText('seen by Tobias Finnegan and kept', { x: 40, y: 150, size: 12, font });
      }
    });
    const rewriter = new PatternRewriter();
    const { pages } = await readPdf((await rewriteBytes('turned.pdf', bytes, rewriter)).bytes);
    expect(pages).toHaveLength(4);
    for (const page of pages) {
      expect(page).toMatch(/seen by\s+and kept/);
      expect(page).toContain(rewriter.tokenOf('Tobias Finnegan'));
    }
  });

  it('with a password is refused, with an owner password alone is read', async () => {
    const locked = readFileSync(join(FIXTURES, 'pdf/password.pdf'));
    await expect(rewriteBytes('a.pdf', locked, new PatternRewriter())).rejects.toMatchObject({
      code: 'document.encrypted',
    });
    const owned = readFileSync(join(FIXTURES, 'pdf/owner-password.pdf'));
    const { pages } = await readPdf((await rewriteBytes('a.pdf', owned, new PatternRewriter())).bytes);
    expect(pages[0]).toContain('Nothing to hide here');
    expect(pages[0]).not.toMatch(PLANTED);
  });
});

describe('a hostile PDF', () => {
  const refused = (name: string, bytes: Uint8Array, limits = {}) =>
    rewriteBytes(name, bytes, new PatternRewriter(), { limits }).then(
      () => 'written',
      (error: { code: string; facts: { limit?: string } }) => [error.code, error.facts.limit].filter(Boolean).join(' '),
    );

  it('that is cut off, or no PDF at all, is unreadable', async () => {
    expect(await refused('a.pdf', file('affidavit.pdf').subarray(0, 900))).toBe('document.unreadable');
    expect(await refused('a.pdf', Buffer.from('%PDF-1.7\nnothing'))).toBe('document.unreadable');
  });

  it('under another name is a mismatch', async () => {
    expect(await refused('a.png', file('affidavit.pdf'))).toBe('document.type_mismatch');
    expect(await refused('a.pdf', file('scan-form.png'))).toBe('document.type_mismatch');
  });

  it('of more pages than allowed is too large', async () => {
    const bytes = await made((document) => {
      for (let page = 0; page < 4; page += 1) document.addPage([10, 10]);
    });
    expect(await refused('a.pdf', bytes, { pagesMax: 3 })).toBe('document.too_large pagesMax');
  });

  it('with a picture larger than allowed, or a page too large to look at, is too large', async () => {
    const picture = (width: number, height: number) => (document: PDFDocument) => {
      const { context } = document;
      const page = document.addPage([1_000_000, 1_000_000]);
      const pixels = {
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        BitsPerComponent: 8,
        ColorSpace: 'DeviceGray',
      };
      const key = page.node.newXObject(
        'Big',
        context.register(context.flateStream(Buffer.from([0, 255, 0, 255]), pixels)),
      );
      page.node.addContentStream(context.register(context.flateStream(`q 900 0 0 900 0 0 cm ${key} Do Q`)));
    };
    expect(await refused('a.pdf', await made(picture(20_000, 20_000)))).toBe('document.too_large pixelsMax');
    expect(await refused('a.pdf', await made(picture(2, 2)))).toBe('document.too_large pixelsMax');
  });

  it('nested 10,000 deep ends in a named error or a clean copy', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const source = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/Deep ${deep}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Deep ${deep}>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
    expect(['written', 'document.unreadable']).toContain(await refused('a.pdf', Buffer.from(source)));
  });

  it('that takes too long is given up, and the next is read', async () => {
    expect(await refused('a.pdf', file('affidavit.pdf'), { childMs: 1 })).toBe('document.too_large childMs');
    expect(await refused('a.pdf', file('covered-blackbox.pdf'))).toBe('written');
  });
});
