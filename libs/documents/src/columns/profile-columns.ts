import type { InfoType } from '#lib/kernel';
import type { DocumentInput } from '../document-input.js';
import { type DocumentOptions, readDocument } from '../rewrite-document.js';
import type { Segment } from '../segment.js';
import { typeOfLabel } from './type-of-label.js';

/** What the first rows say about one column or key. Holds counts and types; `name` is the column's own. */
export interface ColumnProfile {
  readonly name: string;
  /** Cells that were not empty. */
  readonly filled: number;
  /** Cells in which each type was found. */
  readonly types: Readonly<Record<InfoType, number>>;
  /** Cells that one finding covers whole, or nearly. */
  readonly whole: number;
  /** As `ColumnPolicies.parse` takes it. */
  readonly proposed: string;
  readonly because: string;
}

/** What detection found in one segment. */
export interface ProfileFinding {
  readonly start: number;
  readonly end: number;
  readonly type: InfoType;
}

interface Counts {
  filled: number;
  whole: number;
  prose: number;
  readonly types: Map<InfoType, number>;
}

/** Stops the reading once enough rows were seen. */
class Enough extends Error {}

/**
 * Reads the first rows of a CSV, TSV, JSON or NDJSON file and proposes a policy per column, for a person to confirm. `inspect`
 * detects: one list of findings per segment, in order.
 */
export async function profileColumns(
  input: DocumentInput,
  inspect: (segments: readonly Segment[]) => Promise<readonly (readonly ProfileFinding[])[]>,
  options: DocumentOptions & { readonly rowsMax?: number } = {},
): Promise<ColumnProfile[]> {
  const { rowsMax = 200, ...rest } = options;
  const columns = new Map<string, Counts>();
  const stop = new AbortController();
  try {
    await readDocument(
      input,
      async (all) => {
        const segments = all.filter(({ record, view }) => (record ?? 1) <= rowsMax + 1 && view !== 'joined');
        const findings = await inspect(segments);
        segments.forEach((segment, index) => {
          count(columns, segment, findings[index] ?? []);
        });
        if (all.some(({ record }) => (record ?? 0) > rowsMax + 1)) stop.abort(new Enough());
      },
      { ...rest, signal: stop.signal },
    );
  } catch (error) {
    if (!(stop.signal.aborted && error === stop.signal.reason)) throw error;
  }
  return [...columns].map(([name, counts]) => profileOf(name, counts));
}

function count(columns: Map<string, Counts>, segment: Segment, findings: readonly ProfileFinding[]): void {
  if (segment.view === 'key' || segment.label === undefined) return;
  const counts = columns.get(segment.label) ?? { filled: 0, whole: 0, prose: 0, types: new Map<InfoType, number>() };
  columns.set(segment.label, counts);
  counts.filled += 1;
  if (segment.kind === 'prose') counts.prose += 1;
  for (const type of new Set(findings.map((finding) => finding.type))) {
    counts.types.set(type, (counts.types.get(type) ?? 0) + 1);
  }
  const longest = Math.max(0, ...findings.map(({ start, end }) => end - start));
  if (longest >= segment.text.trim().length * 0.8 && longest > 0) counts.whole += 1;
}

const WHOLE_SHARE = 0.6;
const PROSE_SHARE = 0.3;

function profileOf(name: string, { filled, whole, prose, types }: Counts): ColumnProfile {
  const [top] = [...types].sort((a, b) => b[1] - a[1]);
  const labelled = typeOfLabel(name);
  const base = { name, filled, whole, types: Object.fromEntries(types) };
  if (top && whole >= filled * WHOLE_SHARE && prose < filled * PROSE_SHARE) {
    if (top[0] === 'DATE_OF_BIRTH') return { ...base, proposed: 'year', because: 'dates of birth' };
    return { ...base, proposed: `token:${top[0]}`, because: `${whole} of ${filled} cells are one value` };
  }
  if (prose >= filled * PROSE_SHARE) return { ...base, proposed: 'detect', because: 'free text' };
  if (labelled === 'DATE_OF_BIRTH') return { ...base, proposed: 'year', because: 'its name' };
  if (labelled && labelled !== 'LOCATION' && labelled !== 'AGE' && labelled !== 'GENDER') {
    return { ...base, proposed: `token:${labelled}`, because: 'its name' };
  }
  return {
    ...base,
    proposed: 'detect',
    because: top ? 'some cells hold values' : 'nothing was found, which proves nothing',
  };
}
