import { createHash } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { ChildError } from '../paged/child/child-error.js';
import type { ChildLimits, Label, PagedDocument, PageEdits } from '../paged/protocol.js';
import { drawLabels } from '../pdf/draw-labels.js';
import { pdfium } from '../pdf/pdfium.js';
import { recognise } from './recognise.js';

sharp.concurrency(1);
sharp.cache(false);

const QUALITY = 92;

/** Opens a PNG or JPEG after checking how many pixels it says it has. */
export async function openPicture(
  bytes: Uint8Array,
  kind: 'png' | 'jpeg',
  { pixelsMax }: ChildLimits,
): Promise<PagedDocument> {
  const {
    width,
    height,
    pages = 1,
    exif,
    iptc,
    xmp,
    comments,
  } = await readable(() => sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height * pages > pixelsMax) throw new ChildError('pixelsMax', 'pixels');
  // Turned as its EXIF orientation says, so that what is read and written stands upright without it.
  const upright = (): Sharp => sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' }).rotate();
  return {
    opened: { pages: 1, annotations: false, metadata: [exif, iptc, xmp, comments].some((one) => one !== undefined) },
    page: async () => ({ text: '', digest: createHash('sha256').update(bytes).digest('hex') }),
    recognise: async () =>
      recognise(
        await readable(() => upright().flatten({ background: 'white' }).png({ compressionLevel: 1 }).toBuffer()),
      ),
    write: async ([edits]) => {
      const written = await readable(() => encoded(upright(), kind, edits));
      return { bytes: written, rasterised: 0, hidden: false };
    },
    close: () => undefined,
  };
}

/** The pixels alone, encoded anew: EXIF, comments, profiles, previews and appended data stay behind. */
async function encoded(upright: Sharp, kind: 'png' | 'jpeg', edits: PageEdits | undefined): Promise<Buffer> {
  let picture = upright.toColourspace('srgb');
  if (edits && edits.labels.length > 0) {
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const input = await overlay(edits.labels, width, height);
    picture = sharp(
      await sharp(data, { raw: { width, height, channels } })
        .composite([{ input }])
        .png({ compressionLevel: 1 })
        .toBuffer(),
    );
    if (channels < 4) picture = picture.removeAlpha();
  }
  return kind === 'png' ? picture.png().toBuffer() : picture.jpeg({ quality: QUALITY }).toBuffer();
}

/** The labels alone, as a PNG with nothing beside them. Drawn by PDFium, which brings its font. */
async function overlay(labels: readonly Label[], width: number, height: number): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([width, height]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const upwards = labels.map((label) => {
    const { x0, y0, x1, y1 } = label.box;
    return { ...label, box: { x0, y0: height - y1, x1, y1: height - y0 } };
  });
  drawLabels(page, font, upwards);
  const lib = await pdfium();
  const open = lib.open(await document.save());
  try {
    const { data } = lib.withPage(open.document, 0, (index) => lib.render(index, width, height, 'none'));
    return await sharp(data, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  } finally {
    open.close();
  }
}

/** Decoders' own messages may quote a file's metadata. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChildError) throw error;
    throw new ChildError('unreadable', 'damaged picture');
  }
}
