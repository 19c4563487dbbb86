import { CSV, TSV } from './csv/csv-format.js';
import { typeMismatch, unsupported } from './document-error.js';
import { type DocumentFormat, FORMAT_IDS, type FormatId } from './document-format.js';
import type { DocumentInput } from './document-input.js';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits.js';
import { HTML } from './html/html-format.js';
import { CHAT_JSONL, JSON_FORMAT, NDJSON } from './json/json-format.js';
import { EML } from './mail/mail-format.js';
import { DOCX, officeKindOf, PPTX, XLSX } from './ooxml/ooxml-format.js';
import { JPEG, PDF, PNG } from './paged/paged-format.js';
import { RTF } from './rtf/rtf-format.js';
import { extensionOf, SNIFF_LENGTH, type Sniffed, sniff } from './sniff.js';
import { LOG_FORMAT, MARKDOWN_FORMAT, SUBTITLE_FORMAT, TEXT } from './text/text-format.js';

/** Every format, by id. */
export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  TEXT,
  MARKDOWN_FORMAT,
  LOG_FORMAT,
  SUBTITLE_FORMAT,
  JSON_FORMAT,
  NDJSON,
  CHAT_JSONL,
  CSV,
  TSV,
  HTML,
  DOCX,
  PPTX,
  XLSX,
  EML,
  RTF,
  PDF,
  PNG,
  JPEG,
];

export function formatById(id: string): DocumentFormat {
  const format = DOCUMENT_FORMATS.find((one) => one.id === id);
  if (!format) throw unsupported('unknown format', { formats: FORMAT_IDS.join(' ') });
  return format;
}

/**
 * The format of a document by its content. Throws `document.type_mismatch` when the name's extension belongs to a format of
 * another family, `document.unsupported` when nothing reads it, `document.encrypted` for password-protected Office files.
 */
export async function detectFormat(
  input: DocumentInput,
  limits: DocumentLimits = DOCUMENT_LIMITS,
): Promise<DocumentFormat> {
  const extension = extensionOf(input.name);
  const found = await settle(sniff(await input.head(SNIFF_LENGTH), extension), input, limits);
  const named = namedFamily(extension);
  const family = familyOf(found);
  if (named !== null && named !== family) throw typeMismatch(named, family);
  return formatById(found);
}

async function settle(sniffed: Sniffed, input: DocumentInput, limits: DocumentLimits): Promise<FormatId> {
  switch (sniffed) {
    case 'empty':
      return 'text';
    case 'binary':
      throw unsupported('binary data of no known format');
    case 'ole':
      throw unsupported('OLE container');
    case 'zip':
      return officeKindOf(input, limits);
    default:
      return sniffed;
  }
}

/** Formats that content tells apart for certain; textual ones are one family, since any text may be any of them. */
function familyOf(id: FormatId): string {
  const { extensions } = formatById(id);
  return ['docx', 'pptx', 'xlsx', 'pdf', 'png', 'jpeg', 'rtf'].includes(id) ? extensions[0]! : 'text';
}

function namedFamily(extension: string): string | null {
  const format = DOCUMENT_FORMATS.find(({ extensions }) => extensions.includes(extension));
  return format ? familyOf(format.id) : null;
}
