import JSZip from 'jszip';
import { simpleParser } from 'mailparser';
import { readPdf } from '../../libs/documents/src/testing/read-pdf.js';

/** What a document says to readers that share no code with ours, in every reading of it that a person or program may have. */
export async function readings(name: string, bytes: Buffer): Promise<string[]> {
  switch (name.slice(name.lastIndexOf('.') + 1)) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return zipReadings(bytes);
    case 'eml':
      return mailReadings(bytes);
    case 'pdf': {
      const { pages, besides } = await readPdf(bytes);
      return [...pages, besides, bytes.toString('latin1')];
    }
    case 'rtf':
      return [rtfText(bytes.toString('latin1'))];
    case 'png':
      return [bytes.toString('latin1')];
    default:
      return markupReadings(bytes.toString(name.includes('latin1') ? 'latin1' : 'utf8'));
  }
}

/** Letters and digits alone, so that spacing, markup and punctuation hide nothing. */
export function squashed(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

async function zipReadings(bytes: Buffer): Promise<string[]> {
  const zip = await JSZip.loadAsync(bytes);
  const all: string[] = Object.keys(zip.files);
  for (const [name, entry] of Object.entries(zip.files)) {
    const part = await entry.async('nodebuffer');
    if (/\.(?:xml|rels|vml)$/.test(name)) all.push(...markupReadings(part.toString('utf8')));
    else if (/\.(?:docx|pptx|xlsx)$/.test(name)) all.push(...(await zipReadings(part)));
  }
  return all;
}

async function mailReadings(bytes: Buffer): Promise<string[]> {
  const mail = await simpleParser(bytes, { skipImageLinks: true });
  const all = [mail.headerLines.map(({ line }) => line).join('\n'), mail.subject ?? '', mail.from?.text ?? ''];
  all.push(...[mail.to, mail.cc, mail.replyTo].flatMap((one) => one ?? []).map(({ text }) => text));
  all.push(mail.text ?? '', ...markupReadings(mail.html || ''));
  for (const { content, contentType, filename } of mail.attachments) {
    all.push(filename ?? '');
    if (contentType === 'message/rfc822') all.push(...(await mailReadings(content)));
    else if (/officedocument/.test(contentType)) all.push(...(await zipReadings(content)));
    else if (/^text\//.test(contentType)) all.push(content.toString('utf8'));
  }
  return all;
}

function markupReadings(source: string): string[] {
  const plain = unescaped(source.replace(/<[^<>]*>/g, ''));
  const encoded = [...source.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)].map(([text]) =>
    Buffer.from(text, 'base64').toString('utf8'),
  );
  return [
    source,
    unescaped(source),
    plain,
    percentDecoded(source),
    [...source.matchAll(/:\s*"([^"]*)"/g)].map(([, value]) => value).join(' '),
    jsonDecoded(source),
    plain.replace(/[*_`~]/g, ''),
    ...encoded,
  ];
}

function unescaped(text: string): string {
  const named: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    euml: 'ë',
    commat: '@',
  };
  return text
    .replace(/&#x([0-9a-f]+);?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole);
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'));
}

function jsonDecoded(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Text of RTF groups: escapes decoded, control words dropped. */
function rtfText(source: string): string {
  return source
    .replace(/\\u(-?\d+)\s?\??/g, (_, code: string) => String.fromCharCode(Number(code) & 0xffff))
    .replace(/\\'([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(?:par|line|tab)\b ?/g, ' ')
    .replace(/\\[a-z]+-?\d* ?/gi, '')
    .replace(/[{}]/g, '');
}
