import { unsupported } from '../document-error.js';
import type { DocumentFormat } from '../document-format.js';
import type { DocumentInput } from '../document-input.js';
import type { DocumentLimits } from '../document-limits.js';
import { ZipReader } from '../zip/zip-reader.js';
import { rewriteOoxml } from './ooxml-package.js';

function office(id: 'docx' | 'pptx' | 'xlsx', mediaType: string, extensions: readonly string[]): DocumentFormat {
  return { id, mediaType, extensions, reversible: true, streamed: false, rewrite: rewriteOoxml };
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
export const DOCX = office('docx', `${OFFICE}.wordprocessingml.document`, ['docx', 'docm', 'dotx']);
export const PPTX = office('pptx', `${OFFICE}.presentationml.presentation`, ['pptx', 'pptm', 'potx', 'ppsx']);
export const XLSX = office('xlsx', `${OFFICE}.spreadsheetml.sheet`, ['xlsx', 'xlsm', 'xltx']);

/** Which of the three a zip container is, by its main part. Throws `document.unsupported` for any other. */
export async function officeKindOf(input: DocumentInput, limits: DocumentLimits): Promise<'docx' | 'pptx' | 'xlsx'> {
  const zip = await ZipReader.open(input, limits);
  try {
    if (zip.entry('[Content_Types].xml')) {
      if (zip.entry('word/document.xml')) return 'docx';
      if (zip.entry('ppt/presentation.xml')) return 'pptx';
      if (zip.entry('xl/workbook.xml')) return 'xlsx';
    }
    throw unsupported('zip container of no known kind');
  } finally {
    zip.close();
  }
}
