/** What one file may cost. Beyond a limit the file fails with `document.too_large`, whose fact `limit` names it. */
export interface DocumentLimits {
  /** Bytes of a file that is read as a whole (JSON, HTML, DOCX parts, PDF, images). Streamed formats have no such limit. */
  readonly wholeFileBytesMax: number;
  /** Bytes of one record of a streamed file: a line, a CSV row. Bounds what an unclosed quote can cost. */
  readonly recordBytesMax: number;
  /** Characters of text per call of the rewriter, streamed formats; also bounds memory. */
  readonly batchCharactersMax: number;
  /** Segments per call of the rewriter, streamed formats. */
  readonly batchSegmentsMax: number;
  /** Containers within containers: a mail's attachment, its sheet, its picture. */
  readonly nestingMax: number;
  /** Levels of JSON, HTML, XML, MIME or RTF groups. */
  readonly depthMax: number;
  /** Entries of one zip container. */
  readonly entriesMax: number;
  /** Inflated bytes per packed byte, for entries over 1 MB. */
  readonly ratioMax: number;
  /** Inflated bytes of one zip container, and of all bytes that nested containers hold. */
  readonly inflatedBytesMax: number;
  readonly pagesMax: number;
  /** Pixels of an image or a rendered page. */
  readonly pixelsMax: number;
  /** Wall time of a child process that reads a PDF or image. */
  readonly childMs: number;
  /** JavaScript heap of such a child process, and (Linux) three times as much address space beyond its WebAssembly. */
  readonly childMegabytes: number;
}

export const DOCUMENT_LIMITS: DocumentLimits = {
  wholeFileBytesMax: 64 * 1024 * 1024,
  recordBytesMax: 4 * 1024 * 1024,
  batchCharactersMax: 256 * 1024,
  batchSegmentsMax: 4_000,
  nestingMax: 5,
  depthMax: 512,
  entriesMax: 10_000,
  ratioMax: 200,
  inflatedBytesMax: 2 * 1024 * 1024 * 1024,
  pagesMax: 2_000,
  pixelsMax: 60_000_000,
  childMs: 120_000,
  childMegabytes: 1024,
};
