import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A text with the values somebody marked in it, in UTF-16 offsets. */
export interface CorpusRecord {
  readonly text: string;
  readonly spans: readonly (readonly [start: number, end: number, type: string])[];
  readonly lang?: string;
}

export interface CorpusSet {
  readonly name: string;
  readonly records: readonly CorpusRecord[];
}

/** Every `*.jsonl.gz` under a folder, by file name. */
export function readCorpora(folder: string): CorpusSet[] {
  const sets: CorpusSet[] = [];
  for (const entry of readdirSync(folder).sort()) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory())
      sets.push(...readCorpora(path).map((set) => ({ ...set, name: `${entry}/${set.name}` })));
    else if (entry.endsWith('.jsonl.gz')) sets.push({ name: basename(entry, '.jsonl.gz'), records: readRecords(path) });
  }
  return sets;
}

function readRecords(path: string): CorpusRecord[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CorpusRecord);
}

/** The fifth of a set that a hash of each text puts in `fold` (0 to 4). */
export function foldOf(set: CorpusSet, fold: number): CorpusSet {
  const records = set.records.filter((record) => createHash('sha256').update(record.text).digest()[0]! % 5 === fold);
  return { name: set.name, records };
}
