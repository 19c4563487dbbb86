import { csvCells, csvRecordEnds } from './csv-scanner.js';

const CANDIDATES = [',', ';', '\t', '|'];
const RECORDS_LOOKED_AT = 20;

/** The separator that cuts the first records into the most columns, evenly; a comma when none does. */
export function separatorOf(head: string): string {
  let best = ',';
  let columnsMost = 1;
  for (const candidate of CANDIDATES) {
    const code = candidate.charCodeAt(0);
    const ends = csvRecordEnds(head, code).slice(0, RECORDS_LOOKED_AT);
    const counts = ends.map((end, index) => csvCells(head.slice(ends[index - 1] ?? 0, end), code).length);
    const columns = counts[0] ?? 1;
    const even = counts.filter((count) => count === columns).length >= counts.length * 0.8;
    if (even && columns > columnsMost) {
      best = candidate;
      columnsMost = columns;
    }
  }
  return best;
}
