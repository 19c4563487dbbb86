import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ShownPdf {
  readonly pages: readonly string[];
  /** Properties, annotations, attachments, outlines, scripts: what stands beside the pages. */
  readonly besides: string;
}

/** A PDF as pdf.js reads it: another reader than the one that writes. */
export async function readPdf(bytes: Uint8Array): Promise<ShownPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, isEvalSupported: false });
  const document = await task.promise;
  try {
    const pages: string[] = [];
    const besides: unknown[] = [await withoutDefaults(document)];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
      besides.push(await page.getAnnotations());
    }
    return { pages, besides: JSON.stringify(besides) };
  } finally {
    await task.destroy();
  }
}

async function withoutDefaults(document: PDFDocumentProxy): Promise<unknown> {
  const { info, metadata } = await document.getMetadata();
  const fields = await document.getFieldObjects();
  return [info, metadata?.getRaw(), fields, await document.getAttachments(), await document.getOutline()];
}
