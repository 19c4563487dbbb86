import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  PDFRawStream,
  StandardFonts,
} from 'pdf-lib';
import type { Label } from '../paged/protocol.js';
import { drawLabels } from './draw-labels.js';

/** What a page needs to look as it did (ISO 32000-1 table 30); actions, metadata, structure and private data are left. */
const PAGE_KEYS = new Set([
  'Type',
  'Parent',
  'Resources',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Contents',
  'Rotate',
  'Group',
  'UserUnit',
]);
const FORM_KEYS_LEFT = ['Metadata', 'PieceInfo', 'OPI', 'StructParent', 'StructParents', 'LastModified', 'Name'];
/** Resources that a content stream calls by name. */
const CALLED = ['XObject', 'Pattern', 'Shading', 'ExtGState', 'Font', 'Properties'];
const DEPTH_MAX = 32;

/** A page that stands in for one of the document's: a picture of it, as JPEG. */
export interface PictureOfPage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Copies what the pages show into a new file, so that nothing comes along that no page draws: old revisions, orphaned
 * objects, attachments, outlines, scripts, properties. Then draws the labels.
 */
export async function cleanCopy(
  bytes: Uint8Array,
  pictures: ReadonlyMap<number, PictureOfPage>,
  labels: ReadonlyMap<number, readonly Label[]>,
): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false });
  const target = await PDFDocument.create({ updateMetadata: false });
  const font = await target.embedFont(StandardFonts.Helvetica);
  const kept = source.getPageIndices().filter((index) => !pictures.has(index));
  for (const index of kept) strip(source.getPage(index), source);
  const copies = await target.copyPages(source, kept);
  for (const index of source.getPageIndices()) {
    const picture = pictures.get(index);
    const page = picture ? await addPicture(target, picture) : target.addPage(copies.shift()!);
    drawLabels(page, font as PDFFont, labels.get(index) ?? []);
  }
  return target.save({ useObjectStreams: true });
}

async function addPicture(target: PDFDocument, { jpeg, width, height }: PictureOfPage): Promise<PDFPage> {
  const page = target.addPage([width, height]);
  page.drawImage(await target.embedJpg(jpeg), { x: 0, y: 0, width, height });
  return page;
}

function strip({ node }: PDFPage, document: PDFDocument): void {
  // Inherited entries (ISO 32000-1 §7.7.3.4) become the page's own, since the copy has another parent.
  for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
    const value = node.getInheritableAttribute(PDFName.of(key));
    if (value) node.set(PDFName.of(key), value);
  }
  for (const [key] of node.entries()) if (!PAGE_KEYS.has(key.decodeText())) node.delete(key);
  const contents = node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
  const content = streams.map((one) => contentOf(document.context.lookup(one))).join('\n');
  stripResources(node.Resources(), content, document, new Set(), 0);
}

/** Property lists carry texts that replace what is drawn; forms carry metadata and private data; unused parts carry anything. */
function stripResources(
  resources: PDFDict | undefined,
  content: string,
  document: PDFDocument,
  seen: Set<PDFDict>,
  depth: number,
): void {
  if (!resources || seen.has(resources) || depth > DEPTH_MAX) return;
  seen.add(resources);
  const called = new Set([...content.matchAll(/\/([^\s/<>[\](){}%]+)/g)].map(([, name]) => PDFName.of(name!)));
  for (const kind of CALLED) {
    const entries = resources.lookupMaybe(PDFName.of(kind), PDFDict);
    for (const [key] of entries?.entries() ?? []) if (!called.has(key)) entries!.delete(key);
  }
  const properties = resources.lookupMaybe(PDFName.of('Properties'), PDFDict);
  for (const [key, value] of properties?.entries() ?? []) {
    const list = document.context.lookup(value);
    if (list instanceof PDFDict) for (const [name] of list.entries()) if (!isLayerKey(name)) list.delete(name);
    if (!(list instanceof PDFDict)) properties!.delete(key);
  }
  for (const kind of ['XObject', 'Pattern']) {
    const objects = resources.lookupMaybe(PDFName.of(kind), PDFDict);
    for (const [, value] of objects?.entries() ?? []) {
      const stream = document.context.lookup(value);
      if (!(stream instanceof PDFRawStream)) continue;
      for (const key of FORM_KEYS_LEFT) stream.dict.delete(PDFName.of(key));
      const inner = stream.dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
      if (inner) stripResources(inner, contentOf(stream), document, seen, depth + 1);
    }
  }
}

/** A layer's type is needed to draw; its name and usage are somebody's words. */
function isLayerKey(name: PDFName): boolean {
  return ['Type', 'OCGs', 'P', 'VE'].includes(name.decodeText());
}

function contentOf(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) return '';
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return '';
  }
}
