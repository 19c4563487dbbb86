import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { ChildError } from '../paged/child/child-error.js';
import type { Box } from '../paged/protocol.js';

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY (fpdfview.h). */
const LOCKED = new Set([4, 5]);
/** FPDFBitmap_BGRA; red and blue are swapped on the way out. */
const ALPHA = 1;
const WHITE = 0xffffffff;

export interface Pixels {
  /** Four bytes each: red, green, blue, opacity. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

let library: Promise<Pdfium> | null = null;

/** PDFium's WebAssembly build, loaded once. */
export function pdfium(): Promise<Pdfium> {
  library ??= (async () => {
    const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer;
    const api = await init({ wasmBinary });
    api.PDFiumExt_Init();
    return new Pdfium(api);
  })();
  return library;
}

/** PDFium with its memory: what its C functions write through pointers, as values. */
export class Pdfium {
  constructor(readonly api: WrappedPdfiumModule) {}

  /** Opens a document; `close` must be called. Throws a ChildError for one that is damaged or has a password. */
  open(bytes: Uint8Array): { readonly document: number; close(): void } {
    const memory = this.api.pdfium.wasmExports.malloc(bytes.length);
    this.heap.set(bytes, memory);
    const document = this.api.FPDF_LoadMemDocument(memory, bytes.length, '');
    if (!document) {
      const locked = LOCKED.has(this.api.FPDF_GetLastError());
      this.api.pdfium.wasmExports.free(memory);
      throw locked ? new ChildError('encrypted', 'password') : new ChildError('unreadable', 'damaged PDF');
    }
    const close = (): void => {
      this.api.FPDF_CloseDocument(document);
      this.api.pdfium.wasmExports.free(memory);
    };
    return { document, close };
  }

  withPage<T>(document: number, index: number, work: (page: number) => T): T {
    const page = this.api.FPDF_LoadPage(document, index);
    if (!page) throw new ChildError('unreadable', 'damaged page');
    try {
      return work(page);
    } finally {
      this.api.FPDF_ClosePage(page);
    }
  }

  numbers(count: number, type: 'double' | 'float' | 'i32', fill: (...pointers: number[]) => unknown): number[] {
    const width = type === 'double' ? 8 : 4;
    return this.with(count * width, (pointer) => {
      const pointers = Array.from({ length: count }, (_, index) => pointer + index * width);
      fill(...pointers);
      return pointers.map((at) => this.api.pdfium.getValue(at, type));
    });
  }

  /** A string that a function writes into memory it is given; '' when there is none. */
  text(fill: (pointer: number, length: number) => number): string {
    const length = fill(0, 0);
    if (length <= 2) return '';
    return this.with(length, (pointer) => {
      fill(pointer, length);
      return this.api.pdfium.UTF16ToString(pointer);
    });
  }

  /** Removes every glyph that a box touches, in forms within the page too (FS_QUADPOINTSF: four corners as floats). */
  removeGlyphs(page: number, boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    this.with(boxes.length * 32, (pointer) => {
      const corners = boxes.flatMap(({ x0, y0, x1, y1 }) => [x0, y1, x1, y1, x0, y0, x1, y0]);
      corners.forEach((value, index) => {
        this.api.pdfium.setValue(pointer + index * 4, value, 'float');
      });
      this.api.EPDFText_RedactInQuads(page, pointer, boxes.length, true, false);
    });
  }

  /** The page as it shows, on white or on nothing. */
  render(page: number, width: number, height: number, ground: 'white' | 'none'): Pixels {
    const { api } = this;
    const bitmap = api.FPDFBitmap_Create(width, height, ALPHA);
    if (!bitmap) throw new ChildError('pixelsMax', 'no memory for the page');
    try {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, ground === 'white' ? WHITE : 0);
      api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
      const start = api.FPDFBitmap_GetBuffer(bitmap);
      const data = Buffer.from(this.heap.slice(start, start + api.FPDFBitmap_GetStride(bitmap) * height));
      for (let at = 0; at < data.length; at += 4) {
        const blue = data[at]!;
        data[at] = data[at + 2]!;
        data[at + 2] = blue;
      }
      return { data, width, height };
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  }

  save(document: number): Uint8Array {
    const writer = this.api.PDFiumExt_OpenFileWriter();
    try {
      this.api.PDFiumExt_SaveAsCopy(document, writer);
      const length = this.api.PDFiumExt_GetFileWriterSize(writer);
      return this.with(length, (pointer) => {
        this.api.PDFiumExt_GetFileWriterData(writer, pointer, length);
        return this.heap.slice(pointer, pointer + length);
      });
    } finally {
      this.api.PDFiumExt_CloseFileWriter(writer);
    }
  }

  private get heap(): Uint8Array {
    return (this.api.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  private with<T>(length: number, work: (pointer: number) => T): T {
    const pointer = this.api.pdfium.wasmExports.malloc(length);
    try {
      return work(pointer);
    } finally {
      this.api.pdfium.wasmExports.free(pointer);
    }
  }
}
