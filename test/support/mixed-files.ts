import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import JSZip from 'jszip';

const FIXTURES = join(import.meta.dirname, '../fixtures/documents');

/** Stands at the end of each file, so that half a file is told from a whole one. */
export const END_MARK = 'last words of this file';

/** The mail address that file `index` holds, and no other file. */
export function plantedIn(index: number): string {
  return `person.${index}.q${(index * 7919) % 10_007}@mixed-${index % 13}.example.org`;
}

type Make = (address: string, index: number) => string | Promise<Buffer>;

const MAKERS: readonly (readonly [string, Make])[] = [
  ['txt', (address) => `Write to ${address} soon.\n\nNothing else.\n\n${END_MARK}\n`],
  ['md', (address) => `# Note\n\nWrite to **${address}**.\n\n${END_MARK}\n`],
  ['csv', (address) => `email,note\n${address},called\n,"he said ""no"""\n,${END_MARK}\n`],
  ['ndjson', (address) => `{"email":"${address}","n":1.50}\n{"note":"${END_MARK}"}\n`],
  ['json', (address) => JSON.stringify({ contact: { email: address }, list: [1, 2], end: END_MARK })],
  ['html', (address) => `<html><body><p title="x">Mail ${address}</p><p>${END_MARK}</p></body></html>`],
  ['log', (address, index) => `INFO login user=${address} id=${index}\nINFO ${END_MARK}\n`],
  [
    'eml',
    (address) =>
      `From: desk@example.org\r\nTo: ${address}\r\nSubject: Hello\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n${END_MARK}\r\n`,
  ],
  ['docx', (address) => docx(`Mail ${address}`)],
];

async function docx(text: string): Promise<Buffer> {
  const zip = await JSZip.loadAsync(readFileSync(join(FIXTURES, 'intake-split-runs.docx')));
  const document =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>' +
    `<w:p><w:r><w:t>${text}</w:t></w:r></w:p><w:p><w:r><w:t>${END_MARK}</w:t></w:r></w:p></w:body></w:document>`;
  zip.file('word/document.xml', document);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

/** Writes `count` files of nine formats into folders below `folder`; gives their paths below it. */
export async function writeMixedFiles(folder: string, count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [extension, make] = MAKERS[index % MAKERS.length]!;
    const path = `part-${index % 4}/file-${index}.${extension}`;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), await make(plantedIn(index), index));
    paths.push(path);
  }
  return paths;
}

/** The text of such a file, whatever its format. */
export async function mixedText(path: string): Promise<string> {
  const bytes = readFileSync(path);
  if (!path.endsWith('.docx')) return bytes.toString('utf8');
  const zip = await JSZip.loadAsync(bytes);
  return zip.file('word/document.xml')!.async('string');
}
