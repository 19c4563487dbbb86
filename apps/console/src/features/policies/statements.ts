import type { PolicyDocument, PolicyStatement } from '../../api/types.js';

export const EMPTY_POLICY: PolicyDocument = { version: '2026-12-01', statements: [] };

export function asList(value: string | readonly string[] | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : [...value];
}

/** Independent of the order of members, so that two spellings of one statement are equal. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

export interface Conflict {
  readonly sid: string;
  readonly base: PolicyStatement | undefined;
  readonly mine: PolicyStatement | undefined;
  readonly theirs: PolicyStatement | undefined;
}

export interface Merge {
  /** Of both sides, with `theirs` where they conflict. */
  readonly document: PolicyDocument;
  readonly conflicts: readonly Conflict[];
  /** Changes that only one side made. */
  readonly mergedCount: number;
}

/** Merges two changes of one draft, statement by statement. What both changed differently is a conflict. */
export function mergeThreeWays(base: PolicyDocument, mine: PolicyDocument, theirs: PolicyDocument): Merge {
  const [was, my, their] = [base, mine, theirs].map(
    ({ statements }) => new Map(statements.map((one) => [one.sid, one])),
  );
  const sids = [...new Set([...their!.keys(), ...my!.keys(), ...was!.keys()])];
  const conflicts: Conflict[] = [];
  const statements: PolicyStatement[] = [];
  let mergedCount = 0;
  for (const sid of sids) {
    const [before, ours, others] = [was!.get(sid), my!.get(sid), their!.get(sid)];
    const iChanged = canonical(before) !== canonical(ours);
    const theyChanged = canonical(before) !== canonical(others);
    const conflict = iChanged && theyChanged && canonical(ours) !== canonical(others);
    if (conflict) conflicts.push({ sid, base: before, mine: ours, theirs: others });
    else if (iChanged || theyChanged) mergedCount += 1;
    const kept = iChanged && !theyChanged ? ours : others;
    if (kept) statements.push(kept);
  }
  return { document: { ...theirs, statements }, conflicts, mergedCount };
}

/** The merged document with, for each conflict, the side that was chosen. */
export function resolved(merge: Merge, keepMine: ReadonlySet<string>): PolicyDocument {
  const mine = new Map(merge.conflicts.filter(({ sid }) => keepMine.has(sid)).map((one) => [one.sid, one.mine]));
  const kept = merge.document.statements.flatMap((one) => {
    if (!mine.has(one.sid)) return [one];
    const chosen = mine.get(one.sid);
    return chosen ? [chosen] : [];
  });
  const known = new Set(kept.map(({ sid }) => sid));
  const back = [...mine.values()].filter((one) => one !== undefined && !known.has(one.sid)) as PolicyStatement[];
  return { ...merge.document, statements: [...kept, ...back] };
}
