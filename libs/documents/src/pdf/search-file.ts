import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from 'pdf-lib';

/** Encodings of pixels: no text is spelled in them. */
const PIXELS = /DCTDecode|JPXDecode|CCITTFaxDecode|JBIG2Decode/;
/** A mark that spells out what the glyphs under it mean. */
const SPELLED = /\/ActualText\b/;

/**
 * Whether any object or inflated stream of a file spells one of the values (as it stands or in UTF-16), or a text in place of
 * drawn glyphs. Finds what no page shows; what pages show is found by reading them.
 */
export async function spellsAny(bytes: Uint8Array, values: readonly string[]): Promise<boolean> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const wanted = values.flatMap((value) => [value, utf16(value)]);
  return document.context.enumerateIndirectObjects().some(([, object]) => {
    for (const text of textsOf(object)) if (wanted.some((value) => text.includes(value))) return true;
    return object instanceof PDFRawStream && SPELLED.test(inflated(object));
  });
}

function utf16(value: string): string {
  return Buffer.from(value, 'utf16le').swap16().toString('latin1');
}

function* textsOf(object: unknown): Generator<string> {
  if (object instanceof PDFString || object instanceof PDFHexString) {
    yield object.decodeText();
  } else if (object instanceof PDFName) {
    yield object.decodeText();
  } else if (object instanceof PDFArray) {
    for (const one of object.asArray()) yield* textsOf(one);
  } else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      yield key.decodeText();
      yield* textsOf(value);
    }
  } else if (object instanceof PDFRawStream) {
    yield* textsOf(object.dict);
    yield inflated(object);
  }
}

function inflated(stream: PDFRawStream): string {
  if (PIXELS.test(stream.dict.get(PDFName.of('Filter'))?.toString() ?? '')) return '';
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return '';
  }
}
