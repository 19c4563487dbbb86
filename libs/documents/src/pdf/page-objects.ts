import { ChildError } from '../paged/child/child-error.js';
import type { Box } from '../paged/protocol.js';
import type { Pdfium } from './pdfium.js';

/** FPDF_PAGEOBJ_… and FPDF_TEXTRENDERMODE_… (fpdf_edit.h). */
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const INVISIBLE = new Set([3, 7]);
const DEPTH_MAX = 32;
/** More corners than a form's lines and boxes have: outlines that may be letters. */
const SEGMENTS_MIN = 120;

/** What stands on a page besides its text. */
export interface PageObjects {
  /** Whether pixels or outlines may show text that is no text. */
  readonly pictured: boolean;
  readonly images: readonly { readonly box: Box; readonly order: number }[];
  /** Text objects, forms' included, in the order of drawing. */
  readonly texts: ReadonlyMap<number, number>;
}

/** Throws a ChildError for an image of more pixels than allowed, before it is decoded. */
export function readObjects(lib: Pdfium, page: number, pixelsMax: number): PageObjects {
  const { api } = lib;
  const images: { box: Box; order: number }[] = [];
  const texts = new Map<number, number>();
  let segments = 0;
  let shaded = false;
  let order = 0;
  const visit = (object: number, depth: number, box: Box | null): void => {
    order += 1;
    switch (api.FPDFPageObj_GetType(object)) {
      case TEXT:
        texts.set(object, order);
        break;
      case PATH:
        segments += api.FPDFPath_CountSegments(object);
        break;
      case SHADING:
        shaded = true;
        break;
      case IMAGE: {
        const [width, height] = lib.numbers(2, 'i32', (w, h) => api.FPDFImageObj_GetImagePixelSize(object, w!, h!));
        if ((width! >>> 0) * (height! >>> 0) > pixelsMax) throw new ChildError('pixelsMax', 'pixels of an image');
        images.push({ box: box ?? boundsOf(lib, object), order });
        break;
      }
      case FORM: {
        if (depth >= DEPTH_MAX) throw new ChildError('unreadable', 'nesting');
        const count = api.FPDFFormObj_CountObjects(object);
        const own = box ?? boundsOf(lib, object);
        for (let index = 0; index < count; index += 1) visit(api.FPDFFormObj_GetObject(object, index), depth + 1, own);
      }
    }
  };
  const count = api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(api.FPDFPage_GetObject(page, index), 0, null);
  return { pictured: images.length > 0 || shaded || segments >= SEGMENTS_MIN, images, texts };
}

/**
 * Whether a reader of the page does not see the text object: drawn in no colour, or under an image. A picture may show the
 * same words then, as that of a scanned page does.
 */
export function isHidden({ api }: Pdfium, { images, texts }: PageObjects, text: number, glyph: Box): boolean {
  if (INVISIBLE.has(api.FPDFTextObj_GetTextRenderMode(text))) return true;
  const order = texts.get(text) ?? 0;
  return images.some((image) => image.order > order && overlap(image.box, glyph));
}

/** Takes text out of what is rendered from this page handle; the document keeps it. */
export function hideTexts({ api }: Pdfium, objects: PageObjects, keep: ReadonlySet<number>): void {
  for (const text of objects.texts.keys()) if (!keep.has(text)) api.FPDFPageObj_SetIsActive(text, false);
}

/**
 * Removes marks that say what the marked glyphs mean (`ActualText`, `Alt`, `E`; ISO 32000-1 §14.9). Returns whether there
 * were any.
 */
export function removeTellingMarks(lib: Pdfium, page: number): boolean {
  const { api } = lib;
  let found = false;
  const visit = (object: number, depth: number): void => {
    for (let at = api.FPDFPageObj_CountMarks(object) - 1; at >= 0; at -= 1) {
      const mark = api.FPDFPageObj_GetMark(object, at);
      if (!isTelling(lib, mark)) continue;
      api.FPDFPageObj_RemoveMark(object, mark);
      found = true;
    }
    if (depth >= DEPTH_MAX || api.FPDFPageObj_GetType(object) !== FORM) return;
    const count = api.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index += 1) visit(api.FPDFFormObj_GetObject(object, index), depth + 1);
  };
  const count = api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(api.FPDFPage_GetObject(page, index), 0);
  return found;
}

function isTelling(lib: Pdfium, mark: number): boolean {
  const { api } = lib;
  const params = api.FPDFPageObjMark_CountParams(mark);
  for (let index = 0; index < params; index += 1) {
    const key = lib.text((pointer, length) => {
      const [needed] = lib.numbers(1, 'i32', (out) =>
        api.FPDFPageObjMark_GetParamKey(mark, index, pointer, length, out!),
      );
      return needed ?? 0;
    });
    if (key !== 'MCID') return true;
  }
  return false;
}

function boundsOf(lib: Pdfium, object: number): Box {
  const [x0, y0, x1, y1] = lib.numbers(4, 'float', (a, b, c, d) =>
    lib.api.FPDFPageObj_GetBounds(object, a!, b!, c!, d!),
  );
  return { x0: x0!, y0: y0!, x1: x1!, y1: y1! };
}

function overlap(one: Box, other: Box): boolean {
  return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
}
