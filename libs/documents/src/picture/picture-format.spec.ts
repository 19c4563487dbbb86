import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DocumentInput } from '../document-input.js';
import { readDocument } from '../rewrite-document.js';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { readPdf } from '../testing/read-pdf.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/documents');
const file = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const PLANTED = /Maren|Hollstrup|1984|219-09|555-0137|Saddlefield|@/;

/** What recognition reads with no memory of what was painted where. */
async function recognised(name: string, bytes: Uint8Array): Promise<string> {
  const texts: string[] = [];
  await readDocument(DocumentInput.fromBytes(name, bytes), (segments) => {
    texts.push(...segments.map(({ text }) => text));
  });
  return texts.join('\n');
}

describe('a picture', () => {
  it('loses what is written in its pixels and beside them; other words stay', async () => {
    const { bytes, report } = await rewriteBytes('scan-form.png', file('scan-form.png'), new PatternRewriter());
    const text = await recognised('scan-form.png', bytes);
    expect(text).not.toMatch(PLANTED);
    for (const word of ['REGISTRATION FORM', 'Name:', 'SSN:', 'general conditions']) expect(text).toContain(word);
    expect(bytes.toString('latin1')).not.toMatch(/Finnegan|Hollstrup|eXIf|tEXt/);
    const { width, height, channels } = await sharp(file('scan-form.png')).metadata();
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height, channels });
    expect(report.notes).toEqual(expect.arrayContaining(['metadata_dropped', 'text_recognised']));
  });

  it('is read as its EXIF says it stands, and written upright', async () => {
    const upright = sharp(file('scan-form.png')).extract({ left: 0, top: 0, width: 900, height: 260 });
    const lying = await sharp(await upright.png().toBuffer())
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { bytes, report } = await rewriteBytes('lying.jpg', lying, new PatternRewriter());
    expect(report.replaced['']).toMatchObject({ PERSON: 1 });
    const { width, height, orientation, exif } = await sharp(bytes).metadata();
    expect([width, height, orientation, exif]).toEqual([900, 260, undefined, undefined]);
  });

  it('of 400 megapixels is too large, before a pixel is decoded', async () => {
    const chunk = (type: string, data: Buffer): Buffer => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const header = Buffer.from([0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20, 8, 0, 0, 0, 0]);
    const pixels = deflateSync(Buffer.alloc(20_001 * 50));
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    await expect(rewriteBytes('big.png', png, new PatternRewriter())).rejects.toMatchObject({
      code: 'document.too_large',
      facts: { limit: 'pixelsMax' },
    });
  });

  it('that is cut off is unreadable; one painted over is not put back', async () => {
    const cut = file('scan-form.png').subarray(0, 40_000);
    await expect(rewriteBytes('a.png', cut, new PatternRewriter())).rejects.toMatchObject({
      code: 'document.unreadable',
    });
    const restoring = rewriteBytes('a.png', file('scan-form.png'), new PatternRewriter(), { direction: 'restore' });
    await expect(restoring).rejects.toMatchObject({ code: 'document.unsupported' });
  });
});

describe('a scanned PDF', () => {
  it('becomes pictures of its pages with tokens as text, which come back as values', async () => {
    const rewriter = new PatternRewriter();
    const { bytes, report } = await rewriteBytes('scan-form.pdf', file('scan-form.pdf'), rewriter);
    expect(report.notes).toEqual(expect.arrayContaining(['text_recognised', 'pages_rasterised']));
    const text = (await readPdf(bytes)).pages.join();
    for (const value of ['Maren Hollstrup', '219-09-9999']) expect(text).toContain(rewriter.tokenOf(value));
    expect(await recognised('scan-form.pdf', bytes)).not.toMatch(PLANTED);
    const back = await rewriteBytes('scan-form.pdf', bytes, rewriter.restorer, { direction: 'restore' });
    expect((await readPdf(back.bytes)).pages.join()).toContain('Maren Hollstrup');
  });
});
