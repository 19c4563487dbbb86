import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashText } from '../../../libs/detection/src/name-tagger/hash.js';

/** `[start, end, type]`, offsets in UTF-16 code units. */
export type Mark = readonly [start: number, end: number, type: string];

export interface Paragraph {
  readonly text: string;
  readonly spans: readonly Mark[];
  /** Language or English domain: `de`, `legal`, `kiji`. */
  readonly group: string;
}

export interface Source {
  /** Path within the data folder, or `own:` and the path in the repository. */
  readonly file: string;
  readonly sha256: string;
  readonly use: 'training' | 'written' | 'own' | 'dev';
  readonly licence: string;
  readonly source: string;
  /** Sentences of one document follow each other, so they may be read as one text. */
  readonly running?: boolean;
}

export interface Manifest {
  readonly sources: readonly Source[];
}

/** Reads a source and checks its checksum. Throws when the file isn't the one the manifest names. */
export function readSource(source: Source, dataFolder: string, ownFolder: string): Paragraph[] {
  const path = source.use === 'own' ? join(ownFolder, source.file) : join(dataFolder, source.file);
  const bytes = readFileSync(path);
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== source.sha256) throw new Error(`${source.file} has checksum ${sum}, the manifest says ${source.sha256}`);
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  const name = (source.file.split('/').at(-1) as string).replace(/\.jsonl(\.gz)?$/, '');
  return lines.filter(Boolean).map((line) => {
    const record = JSON.parse(line) as { text: string; spans: Mark[]; lang?: string };
    const group = source.use === 'own' && record.lang && record.lang !== 'en' ? record.lang : name;
    return { text: record.text, spans: record.spans, group };
  });
}

/** Which fifth of the written paragraphs a text belongs to. */
export function foldOf(text: string): number {
  return (hashText(text) >>> 0) % 5;
}

const TYPES: Readonly<Record<string, string>> = {
  PER: 'PERSON',
  PERSON: 'PERSON',
  LOC: 'LOCATION',
  LOCATION: 'LOCATION',
  ORG: 'ORGANIZATION',
  ORGANIZATION: 'ORGANIZATION',
  DATE: 'DATE',
  DATE_OF_BIRTH: 'DATE',
  ADDRESS: 'ADDRESS',
};

/** Titles stand outside PERSON: some corpora take them in. */
const LEADING_TITLE =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|lord|lady|madame|madam|monsieur|captain|capt|colonel|general|major|president|senator|king|queen|prince|princess|uncle|aunt|saint|st|rev|father|sister|mother|judge|justice|doctor|master|squire|count|duke|countess|duchess)\.?\s+)+(?=\p{L})/iu;
/** Roles of contracts, which one corpus marks as persons. */
const CONTRACT_ROLE =
  /^(?:the )?(?:borrower|lender|tenant|landlord|executive|employee|employer|company|bank|agent|trustee|guarantor|purchaser|seller|buyer|licensee|licensor|holder|issuer|party|parties|lessee|lessor|owner|consultant|director|officer|participant|assignee|assignor|administrative agent|lenders|borrowers)s?$/i;
/** Where a text without DATE marks may hold a date: such tokens teach nothing. */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}{0,6}\\.?';
const MAYBE_DATE = new RegExp(
  `\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{1,2}(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+\\d{4})?|` +
    `(?<!\\p{L})${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+\\d{4})?|(?<!\\p{L})${MONTH},?\\s+\\d{4}`,
  'giu',
);

/** The type of marks that teach nothing, neither outside nor inside. */
export const UNKNOWN = 'UNKNOWN';

/** The marks the tagger learns from, in the conventions of the written paragraphs. */
export function learnable(paragraph: Paragraph, marksDates: boolean): Paragraph {
  const spans: Mark[] = [];
  for (const [start, end, type] of paragraph.spans) {
    const mapped = TYPES[type];
    if (!mapped) continue;
    const value = paragraph.text.slice(start, end);
    if (mapped === 'PERSON' && CONTRACT_ROLE.test(value)) continue;
    const title = mapped === 'PERSON' && !marksDates ? (LEADING_TITLE.exec(value)?.[0].length ?? 0) : 0;
    spans.push([start + title, end, mapped]);
  }
  if (!marksDates) {
    for (const match of paragraph.text.matchAll(MAYBE_DATE)) {
      const end = match.index + match[0].length;
      if (!spans.some(([s, e]) => s < end && match.index < e)) spans.push([match.index, end, UNKNOWN]);
    }
  }
  return { ...paragraph, spans: spans.sort((a, b) => a[0] - b[0]) };
}
