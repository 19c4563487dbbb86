import type { NameRecognizer, NameSpan } from '../../../libs/detection/src/name-recognizer.js';
import type { Paragraph } from './corpus.js';

/** Exact span counts of one type. */
export interface Count {
  exact: number;
  found: number;
  gold: number;
  /** Gold spans that some span of the type overlaps. */
  touched: number;
}

export interface Tally {
  readonly counts: Record<string, Count>;
  /** Gold persons all of whose letters lie in spans of any type, and gold persons. */
  covered: number;
  persons: number;
  /** Persons found in technical records without any mark, and such records. */
  falsePersons: number;
  emptyRecords: number;
}

export const SCORED = ['PERSON', 'LOCATION', 'ORGANIZATION', 'DATE', 'ADDRESS'] as const;
const NAMES = new Set(['PERSON', 'LOCATION', 'ORGANIZATION']);
const CANONICAL: Readonly<Record<string, string>> = {
  PER: 'PERSON',
  LOC: 'LOCATION',
  ORG: 'ORGANIZATION',
  DATE_OF_BIRTH: 'DATE',
  DATEOFBIRTH: 'DATE',
};
/** Patterns win over names in the product, so a name found inside one of these counts neither way. */
const OWN_RECOGNIZER = new Set(
  'DATE PHONE PHONE_NUMBER PHONENUMBER EMAIL EMAIL_ADDRESS CASE_NUMBER USERNAME HANDLE NATIONAL_ID IBAN CUSTOMER_ID EMPLOYEE_ID MEDICAL_RECORD LICENSE_PLATE PASSWORD TAX_ID IP_ADDRESS HEALTH_INSURANCE_ID PASSPORT BANK_ACCOUNT URL DEVICE_ID CREDIT_CARD SECRET DRIVER_LICENSE BIC VIN MAC_ADDRESS GPS CRYPTO_ADDRESS AGE ADDRESS STREET BUILDINGNUM ZIP'.split(
    ' ',
  ),
);
const TITLE =
  /^(?:(?:the|mr|mrs|ms|miss|dr|prof|sir|madam|mx|hon|judge|justice|president|minister|senator|king|queen|prince|princess|governor|mayor|general|captain|colonel|st)\.?\s+)+/i;
const TAIL = /(?:['’]s?|[.,;:!?\s]+)$/;

/** Titles and possessives stand outside by the conventions; neither side is marked down for them. */
function trimmed(text: string, start: number, end: number): [number, number] {
  const title = TITLE.exec(text.slice(start, end))?.[0].length ?? 0;
  const from = start + (title < end - start ? title : 0);
  const tail = TAIL.exec(text.slice(from, end))?.[0].length ?? 0;
  return [from, end - (tail < end - from ? tail : 0)];
}

export function emptyTally(): Tally {
  const counts = Object.fromEntries(SCORED.map((type) => [type, { exact: 0, found: 0, gold: 0, touched: 0 }]));
  return { counts, covered: 0, persons: 0, falsePersons: 0, emptyRecords: 0 };
}

type Piece = readonly [start: number, end: number, type: string];

export function tallyParagraph(tally: Tally, paragraph: Paragraph, found: readonly NameSpan[]): void {
  const { text } = paragraph;
  const gold: Piece[] = paragraph.spans.map(([s, e, type]) => [...trimmed(text, s, e), CANONICAL[type] ?? type]);
  const guesses: Piece[] = found.map((f) => [...trimmed(text, f.start, f.end), f.type]);
  const overlap = (a: Piece, b: Piece) => a[0] < b[1] && b[0] < a[1];
  for (const type of SCORED) {
    const count = tally.counts[type] as Count;
    const wanted = gold.filter((g) => g[2] === type);
    const patterns = NAMES.has(type) ? gold.filter((g) => OWN_RECOGNIZER.has(g[2])) : [];
    const own = guesses
      .filter((g) => g[2] === type)
      .filter((g) => !patterns.some((p) => overlap(p, g)) || wanted.some((w) => overlap(w, g)));
    const keys = new Set(wanted.map((w) => `${w[0]}-${w[1]}`));
    count.exact += own.filter((g) => keys.has(`${g[0]}-${g[1]}`)).length;
    count.found += own.length;
    count.gold += wanted.length;
    count.touched += wanted.filter((w) => own.some((g) => overlap(w, g))).length;
  }
  for (const [start, end, type] of gold) {
    if (type !== 'PERSON') continue;
    tally.persons++;
    let covered = true;
    for (let at = start; at < end && covered; at++) {
      covered = !/\p{L}/u.test(text.charAt(at)) || guesses.some((g) => g[0] <= at && at < g[1]);
    }
    if (covered) tally.covered++;
  }
  if (paragraph.group === 'tech' && paragraph.spans.length === 0) {
    tally.emptyRecords++;
    tally.falsePersons += found.filter((f) => f.type === 'PERSON').length;
  }
}

export function evaluate(recognizer: NameRecognizer, paragraphs: readonly Paragraph[], strict = false): Tally {
  const tally = emptyTally();
  for (const paragraph of paragraphs) tallyParagraph(tally, paragraph, recognizer.find(paragraph.text, { strict }));
  return tally;
}

export function f1(counts: readonly Count[]): number {
  const exact = sum(counts, 'exact');
  const all = sum(counts, 'found') + sum(counts, 'gold');
  return all === 0 ? 0 : (200 * exact) / all;
}

function sum(counts: readonly Count[], key: keyof Count): number {
  return counts.reduce((total, count) => total + count[key], 0);
}

/** One line of figures, in per cent. */
export function describe(name: string, tally: Tally): string {
  const c = tally.counts as Record<(typeof SCORED)[number], Count>;
  const n = (value: number) => value.toFixed(1).padStart(5);
  const share = (a: number, b: number) => n(b === 0 ? 0 : (100 * a) / b);
  return (
    `${name.padEnd(14)} PERSON ${n(f1([c.PERSON]))} (P ${share(c.PERSON.exact, c.PERSON.found)} R ${share(c.PERSON.exact, c.PERSON.gold)}, ` +
    `touched ${share(c.PERSON.touched, c.PERSON.gold)}) LOCATION ${n(f1([c.LOCATION]))} ORGANIZATION ${n(f1([c.ORGANIZATION]))} ` +
    `micro ${n(f1([c.PERSON, c.LOCATION, c.ORGANIZATION]))} DATE ${n(f1([c.DATE]))} ADDRESS ${n(f1([c.ADDRESS]))} ` +
    `covered ${share(tally.covered, tally.persons)} false persons ${tally.falsePersons}/${tally.emptyRecords} n ${c.PERSON.gold}/${c.LOCATION.gold}/${c.ORGANIZATION.gold}`
  );
}
