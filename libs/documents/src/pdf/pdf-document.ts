import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { ChildError } from '../paged/child/child-error.js';
import type {
  Box,
  ChildLimits,
  Label,
  Opened,
  PagedDocument,
  PageEdits,
  PageTexts,
  Recognised,
  Written,
} from '../paged/protocol.js';
import { recognise } from '../picture/recognise.js';
import { cleanCopy, type PictureOfPage } from './clean-copy.js';
import { GROUND } from './draw-labels.js';
import { coreOf, glyphsOf, labelsOf, type PageGlyphs, readGlyphs } from './page-glyphs.js';
import { hideTexts, isHidden, readObjects, removeTellingMarks } from './page-objects.js';
import { type Pdfium, type Pixels, pdfium } from './pdfium.js';
import { spellsAny } from './search-file.js';

sharp.concurrency(1);
sharp.cache(false);

/** FPDF_ANNOT_WIDGET (fpdf_annot.h): a form field. */
const WIDGET = 20;
const POINTS_PER_INCH = 72;
const DOTS_PER_INCH = 200;
/** Below this, recognition reads nothing: a page that needs fewer dots to fit the limit is refused. */
const DOTS_PER_INCH_MIN = 60;
const QUALITY = 85;
/** How even pixels are that show nothing: standard deviation of each colour, of 255. */
const EVEN = 0.5;
/** How much a covered stretch reaches beyond the recognised word, in pixels. */
const MARGIN = 2;

export async function openPdf(bytes: Uint8Array, limits: ChildLimits): Promise<PagedDocument> {
  const lib = await pdfium();
  const open = lib.open(bytes);
  try {
    return new PdfDocument(lib, open, limits);
  } catch (error) {
    open.close();
    throw error;
  }
}

/** A PDF that is read, loses glyphs, and is written anew. */
class PdfDocument implements PagedDocument {
  readonly opened: Opened;

  constructor(
    private readonly lib: Pdfium,
    private readonly open: { readonly document: number; close(): void },
    private readonly limits: ChildLimits,
  ) {
    const { api } = lib;
    const { document } = open;
    const pages = api.FPDF_GetPageCount(document);
    if (pages > limits.pagesMax) throw new ChildError('pagesMax', 'pages');
    if (pages === 0) throw new ChildError('unreadable', 'PDF without pages');
    if (api.EPDF_IsEncrypted(document) && !api.EPDF_RemoveEncryption(document)) {
      throw new ChildError('encrypted', 'encryption');
    }
    let annotations =
      api.FPDFDoc_GetAttachmentCount(document) > 0 || api.FPDFDoc_GetJavaScriptActionCount(document) > 0;
    for (let index = 0; index < pages; index += 1) annotations = this.flatten(index) || annotations;
    this.opened = { pages, annotations, metadata: api.EPDF_GetMetaKeyCount(document, false) > 0 };
  }

  close(): void {
    this.open.close();
  }

  async page(index: number, pixels: boolean): Promise<PageTexts> {
    const text = this.onPage(index, (page) => readGlyphs(this.lib, page).text);
    if (!pixels) return { text, digest: null };
    const picture = this.withoutText(index);
    if (!picture || (await isEven(picture))) return { text, digest: null };
    return { text, digest: createHash('sha256').update(picture.data).digest('hex') };
  }

  async recognise(index: number): Promise<Recognised> {
    const { data, width, height } = this.withoutText(index) ?? this.render(index);
    const raw = { width, height, channels: 4 as const };
    return recognise(await sharp(data, { raw }).removeAlpha().png({ compressionLevel: 1 }).toBuffer());
  }

  async write(edits: readonly PageEdits[], values: readonly string[]): Promise<Written> {
    const { api } = this.lib;
    const pictures = new Map<number, PictureOfPage>();
    const labels = new Map<number, readonly Label[]>();
    const drawn = new Map<number, readonly Label[]>();
    let hidden = false;
    for (const { page: index, texts, labels: painted } of edits) {
      const { places, left, covered } = this.onPage(index, (page) => {
        const glyphs = readGlyphs(this.lib, page);
        const done = this.removeTexts(page, index, glyphs, texts);
        return { ...done, places: texts.flatMap((edit) => labelsOf(glyphs, edit)) };
      });
      hidden ||= covered;
      drawn.set(index, places);
      labels.set(index, places);
      // Pixels may show what the glyphs said: under hidden text, and where glyphs could not be removed.
      if (painted.length > 0 || left || covered) {
        const all = [...this.inPixels(index, places), ...painted];
        const { picture, onPicture } = await this.rasterise(index, all);
        pictures.set(index, picture);
        labels.set(index, onPicture);
      }
    }
    for (let index = 0; index < this.opened.pages; index += 1) {
      this.onPage(index, (page) => removeTellingMarks(this.lib, page) && api.FPDFPage_GenerateContent(page));
    }
    const saved = this.lib.save(this.open.document);
    let bytes = await cleanCopy(saved, pictures, labels);
    if (await spellsAny(bytes, values)) {
      for (let index = 0; index < this.opened.pages; index += 1) {
        if (pictures.has(index)) continue;
        const { picture, onPicture } = await this.rasterise(index, this.inPixels(index, drawn.get(index) ?? []));
        pictures.set(index, picture);
        labels.set(index, onPicture);
      }
      bytes = await cleanCopy(saved, pictures, labels);
      if (await spellsAny(bytes, values)) throw new ChildError('leftover', 'a PDF of pictures spells a value');
    }
    return { bytes, rasterised: pictures.size, hidden };
  }

  /** `left`: letters are still where glyphs were removed. `covered`: some of them could not be seen. */
  private removeTexts(
    page: number,
    index: number,
    glyphs: PageGlyphs,
    texts: PageEdits['texts'],
  ): { left: boolean; covered: boolean } {
    const removed = texts.flatMap((edit) => glyphsOf(glyphs, edit));
    if (removed.length === 0) return { left: false, covered: false };
    const { lib } = this;
    const objects = readObjects(lib, page, this.limits.pixelsMax);
    const textPage = lib.api.FPDFText_LoadPage(page);
    const covered = removed.some((glyph) =>
      isHidden(lib, objects, lib.api.FPDFText_GetTextObject(textPage, glyph.index), glyph.cell),
    );
    lib.api.FPDFText_ClosePage(textPage);
    const cores = removed.map(coreOf);
    lib.removeGlyphs(page, cores);
    lib.api.FPDFPage_GenerateContent(page);
    const left = this.onPage(index, (again) => lettersIn(readGlyphs(lib, again), cores));
    return { left, covered: covered && objects.images.length > 0 };
  }

  /** Makes form fields part of the page and takes every other annotation away. Returns whether there were any. */
  private flatten(index: number): boolean {
    const { api } = this.lib;
    return this.onPage(index, (page) => {
      const count = api.FPDFPage_GetAnnotCount(page);
      let fields = 0;
      for (let at = count - 1; at >= 0; at -= 1) {
        const annotation = api.FPDFPage_GetAnnot(page, at);
        const kind = api.FPDFAnnot_GetSubtype(annotation);
        api.FPDFPage_CloseAnnot(annotation);
        if (kind === WIDGET) fields += 1;
        else api.FPDFPage_RemoveAnnot(page, at);
      }
      if (fields > 0) api.FPDFPage_Flatten(page, 0);
      return count > 0;
    });
  }

  /** The page's pixels and outlines without the text that can be read as text; null when it has none. */
  private withoutText(index: number): Pixels | null {
    const { lib, limits } = this;
    return this.onPage(index, (page) => {
      const objects = readObjects(lib, page, limits.pixelsMax);
      const unread = unreadTexts(lib, page);
      if (!objects.pictured && unread.size === 0) return null;
      hideTexts(lib, objects, unread);
      return this.renderPage(page);
    });
  }

  private render(index: number): Pixels {
    return this.onPage(index, (page) => this.renderPage(page));
  }

  private renderPage(page: number): Pixels {
    const { width, height } = this.pixelsOf(page);
    return this.lib.render(page, width, height, 'white');
  }

  private pixelsOf(page: number): { width: number; height: number; scale: number } {
    const { api } = this.lib;
    const [wide, high] = [api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page)];
    const fitting = Math.sqrt(this.limits.pixelsMax / (wide * high)) * POINTS_PER_INCH;
    const dots = Math.min(DOTS_PER_INCH, Math.floor(fitting));
    if (!(dots >= DOTS_PER_INCH_MIN)) throw new ChildError('pixelsMax', 'pixels of a page');
    const scale = dots / POINTS_PER_INCH;
    return { width: Math.max(1, Math.floor(wide * scale)), height: Math.max(1, Math.floor(high * scale)), scale };
  }

  /** Labels in the page's own units as labels in the pixels of its rendering, as a viewer turns it. */
  private inPixels(index: number, labels: readonly Label[]): Label[] {
    if (labels.length === 0) return [];
    const { api } = this.lib;
    return this.onPage(index, (page) => {
      const { width, height } = this.pixelsOf(page);
      const at = (x: number, y: number): [number, number] =>
        this.lib.numbers(2, 'i32', (px, py) => api.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, px!, py!)) as [
          number,
          number,
        ];
      return labels.map(({ box, text }) => {
        const [ax, ay] = at(box.x0, box.y0);
        const [bx, by] = at(box.x1, box.y1);
        const x = [ax, bx].sort((a, b) => a - b) as [number, number];
        const y = [ay, by].sort((a, b) => a - b) as [number, number];
        const upright = x[1] - x[0] >= y[1] - y[0];
        return { box: { x0: x[0], y0: y[0], x1: x[1], y1: y[1] }, turn: upright ? 0 : 90, text };
      });
    });
  }

  /** A picture of the page with the labels' places (pixels) made even, and the labels in the picture's page units. */
  private async rasterise(
    index: number,
    labels: readonly Label[],
  ): Promise<{ picture: PictureOfPage; onPicture: Label[] }> {
    const { data, width, height } = this.render(index);
    const rects = labels.map(({ box }) => {
      const [w, h] = [box.x1 - box.x0 + 2 * MARGIN, box.y1 - box.y0 + 2 * MARGIN];
      return `<rect x="${box.x0 - MARGIN}" y="${box.y0 - MARGIN}" width="${w}" height="${h}"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="rgb(${GROUND},${GROUND},${GROUND})">${rects.join('')}</svg>`;
    const page = sharp(data, { raw: { width, height, channels: 4 } });
    const covered = rects.length > 0 ? page.composite([{ input: Buffer.from(svg) }]) : page;
    const jpeg = await covered.removeAlpha().jpeg({ quality: QUALITY }).toBuffer();
    const scale = this.onPage(index, (one) => this.pixelsOf(one).scale);
    const onPicture = labels.map((label) => {
      const { x0, y0, x1, y1 } = label.box;
      return { ...label, box: scaled({ x0, y0: height - y1, x1, y1: height - y0 }, 1 / scale) };
    });
    return { picture: { jpeg, width: width / scale, height: height / scale }, onPicture };
  }

  private onPage<T>(index: number, work: (page: number) => T): T {
    return this.lib.withPage(this.open.document, index, work);
  }
}

function scaled({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by };
}

/** Text objects with glyphs whose characters nobody knows: they can only be read from what they look like. */
function unreadTexts({ api }: Pdfium, page: number): Set<number> {
  const unread = new Set<number>();
  const textPage = api.FPDFText_LoadPage(page);
  const count = api.FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index += 1) {
    const code = api.FPDFText_GetUnicode(textPage, index);
    if (code !== 0 && code !== 0xfffe && api.FPDFText_HasUnicodeMapError(textPage, index) !== 1) continue;
    unread.add(api.FPDFText_GetTextObject(textPage, index));
  }
  api.FPDFText_ClosePage(textPage);
  return unread;
}

/** Whether a letter still has its middle in one of the places. */
function lettersIn({ text, glyphs }: PageGlyphs, places: readonly Box[]): boolean {
  return glyphs.some((glyph, at) => {
    if (!glyph || !/[\p{L}\p{N}]/u.test(text[at] ?? '')) return false;
    const { x0, y0, x1, y1 } = coreOf(glyph);
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return places.some((place) => x >= place.x0 && x <= place.x1 && y >= place.y0 && y <= place.y1);
  });
}

async function isEven({ data, width, height }: Pixels): Promise<boolean> {
  const { channels } = await sharp(data, { raw: { width, height, channels: 4 } }).stats();
  return channels.slice(0, 3).every(({ stdev }) => stdev < EVEN);
}
