import type { InfoType } from '#lib/kernel';
import { normaliserOf } from '../values/normalise.js';

/** A value as it was met, and where. */
export interface LinkCandidate {
  readonly token: string;
  readonly type: InfoType;
  readonly value: string;
  /** Values of one record (a row, a form) usually are one person's. */
  readonly record?: string;
  readonly document?: string;
}

export interface LinkProposal {
  readonly tokens: readonly [string, string];
  readonly rule: 'same-record' | 'full-name' | 'name-and-email' | 'title-and-surname' | 'same-document';
  /** 0 to 1: how often such a pair is one person's. A rule of thumb, not a probability; people confirm. */
  readonly confidence: number;
}

const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|m|sr|sra|señora|señor)\.?$/u;
const PERSONAL: ReadonlySet<string> = new Set(['PERSON', 'EMAIL', 'PHONE', 'DATE_OF_BIRTH', 'ADDRESS', 'USERNAME']);

/** Pairs of values that may be one person's, each with the strongest rule that says so; at most `proposalsMax`. */
export function proposeLinks(candidates: readonly LinkCandidate[], proposalsMax = 1_000): LinkProposal[] {
  const best = new Map<string, LinkProposal>();
  for (let a = 0; a < candidates.length; a += 1) {
    for (let b = a + 1; b < candidates.length; b += 1) {
      const proposal = proposalFor(candidates[a]!, candidates[b]!);
      if (!proposal) continue;
      const id = proposal.tokens.join(' ');
      if ((best.get(id)?.confidence ?? 0) < proposal.confidence) best.set(id, proposal);
    }
  }
  return [...best.values()].sort((x, y) => y.confidence - x.confidence).slice(0, proposalsMax);
}

function proposalFor(a: LinkCandidate, b: LinkCandidate): LinkProposal | null {
  if (a.token === b.token || !(PERSONAL.has(a.type) && PERSONAL.has(b.type))) return null;
  const rules: [LinkProposal['rule'], number, boolean][] = [
    ['full-name', 0.9, sameFullName(a, b)],
    ['name-and-email', 0.85, nameMatchesEmail(a, b) || nameMatchesEmail(b, a)],
    ['same-record', 0.8, a.record !== undefined && a.record === b.record && a.type !== b.type],
    ['title-and-surname', 0.7, titleAndSurname(a, b) || titleAndSurname(b, a)],
    ['same-document', 0.3, a.document !== undefined && a.document === b.document && a.type !== b.type],
  ];
  const found = rules.find(([, , holds]) => holds);
  if (!found) return null;
  const [rule, confidence] = found;
  const tokens: [string, string] = a.token < b.token ? [a.token, b.token] : [b.token, a.token];
  return { tokens, rule, confidence };
}

function wordsOf(candidate: LinkCandidate): string[] {
  const folded = normaliserOf('PERSON').normalise(candidate.value).normalize('NFD').replace(/\p{M}/gu, '');
  // "Roe, Jane" is "Jane Roe".
  const comma = /^([^,]+),\s*(.+)$/u.exec(folded);
  const ordered = comma ? `${comma[2]} ${comma[1]}` : folded;
  return ordered.split(/[\s.]+/u).filter((word) => word !== '');
}

/** The same first and last name, whatever stands between or before. */
function sameFullName(a: LinkCandidate, b: LinkCandidate): boolean {
  if (a.type !== 'PERSON' || b.type !== 'PERSON') return false;
  const [x, y] = [wordsOf(a).filter((word) => !TITLE.test(word)), wordsOf(b).filter((word) => !TITLE.test(word))];
  return x.length >= 2 && y.length >= 2 && x[0] === y[0] && x.at(-1) === y.at(-1);
}

/** "Ms Roe" and "Jane Roe". */
function titleAndSurname(short: LinkCandidate, full: LinkCandidate): boolean {
  if (short.type !== 'PERSON' || full.type !== 'PERSON') return false;
  const [title, surname, ...rest] = wordsOf(short);
  const name = wordsOf(full).filter((word) => !TITLE.test(word));
  return rest.length === 0 && title !== undefined && TITLE.test(title) && name.length >= 2 && surname === name.at(-1);
}

/** "Jane Roe" and jane.roe@, jroe@, janer@, roe.jane@ */
function nameMatchesEmail(person: LinkCandidate, email: LinkCandidate): boolean {
  if (person.type !== 'PERSON' || email.type !== 'EMAIL') return false;
  const name = wordsOf(person).filter((word) => !TITLE.test(word));
  const [first, last] = [name[0], name.at(-1)];
  if (name.length < 2 || first === undefined || last === undefined) return false;
  const mailbox = normaliserOf('EMAIL')
    .normalise(email.value)
    .split('@')[0]!
    .split('+')[0]!
    .replace(/[^\p{L}]/gu, '');
  return [first + last, last + first, first[0] + last, first + last[0], last + first[0]].includes(mailbox);
}
