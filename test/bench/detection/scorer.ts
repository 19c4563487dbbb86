import type { CorpusSet } from './corpus.js';

export interface FoundSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

/** Counts of one type in one set. `covered`: gold values that findings of any type cover by half or more. */
export interface TypeScore {
  gold: number;
  found: number;
  exact: number;
  near: number;
  covered: number;
}

/** Names of one thing in the corpora, in the product and in its peers. `ID`: numbers of states and insurers. */
const SAME: Readonly<Record<string, string>> = {
  PER: 'PERSON',
  NAME: 'PERSON',
  PERSON_NAME: 'PERSON',
  ORG: 'ORGANIZATION',
  ORGANISATION: 'ORGANIZATION',
  COMPANY: 'ORGANIZATION',
  LOC: 'LOCATION',
  LOCATION_NAME: 'LOCATION',
  CITY: 'LOCATION',
  EMAIL_ADDRESS: 'EMAIL',
  PHONE_NUMBER: 'PHONE',
  PHONENUMBER: 'PHONE',
  PHONE_US: 'PHONE',
  PHONE_UK: 'PHONE',
  PHONE_INTERNATIONAL: 'PHONE',
  DATEOFBIRTH: 'DATE_OF_BIRTH',
  CREDIT_CARD_NUMBER: 'CREDIT_CARD',
  CREDITCARDNUMBER: 'CREDIT_CARD',
  SOCIAL_SECURITY_NUMBER: 'ID',
  SSN: 'ID',
  NATIONALID: 'ID',
  NATIONAL_ID: 'ID',
  NATIONAL_ID_NUMBER: 'ID',
  TAX_ID: 'ID',
  TAXNUM: 'ID',
  HEALTH_INSURANCE_ID: 'ID',
  INSURANCE_ID: 'ID',
  INSURANCE_POLICY_NUMBER: 'ID',
  NPI_NUMBER: 'ID',
  DEA_NUMBER: 'ID',
  BANK_ROUTING_NUMBER: 'ID',
  MEDICAL_RECORD_NUMBER: 'MEDICAL_RECORD',
  DRIVERLICENSENUM: 'DRIVER_LICENSE',
  DRIVER_LICENSE_NUMBER: 'DRIVER_LICENSE',
  DRIVERLICENSE: 'DRIVER_LICENSE',
  LICENSEPLATENUM: 'LICENSE_PLATE',
  PASSPORTID: 'PASSPORT',
  PASSPORT_NUMBER: 'PASSPORT',
  BANK_ACCOUNT_NUMBER: 'BANK_ACCOUNT',
  IDCARDNUM: 'EMPLOYEE_ID',
  SECURITYTOKEN: 'SECRET',
  API_KEY: 'SECRET',
  AUTHENTICATION_TOKEN: 'SECRET',
  CREDENTIAL: 'PASSWORD',
  SWIFT_BIC_CODE: 'BIC',
  CRYPTOCURRENCY_ADDRESS: 'CRYPTO_ADDRESS',
  LATITUDE_LONGITUDE: 'GPS',
  VEHICLE_IDENTIFICATION_NUMBER: 'VIN',
  SOCIAL_MEDIA_HANDLE: 'USERNAME',
  DEVICE_IDENTIFIER: 'DEVICE_ID',
  IMEI: 'DEVICE_ID',
  IN_PASSPORT: 'PASSPORT',
  RU_PASSPORT: 'PASSPORT',
  GB_DRIVING_LICENCE: 'DRIVER_LICENSE',
  HANDLE: 'USERNAME',
  STREET_ADDRESS: 'ADDRESS',
  ADDRESS_STREET: 'ADDRESS',
  STREET: 'ADDRESS',
  BUILDINGNUM: 'ADDRESS',
  ZIP: 'ADDRESS',
  ZIPCODE: 'ADDRESS',
  POSTAL_CODE: 'ADDRESS',
  IP: 'IP_ADDRESS',
  IPV4: 'IP_ADDRESS',
  IPV6: 'IP_ADDRESS',
  HEALTH_CONDITION: 'CONDITION',
  MEDICATION_NAME: 'MEDICATION',
  JOB_TITLE: 'OCCUPATION',
  PRESCRIPTION_NUMBER: 'CASE_NUMBER',
  DATE_TIME: 'DATE',
  IBAN_CODE: 'IBAN',
  PLACE: 'LOCATION',
};
const NATIONAL = /^[A-Z]{2}_/;

export function canonicalType(type: string): string {
  return SAME[type] ?? (NATIONAL.test(type) ? 'ID' : type);
}

/** Scores findings against a set; types that only one of the two knows are counted too. */
export function scoreSet(set: CorpusSet, find: (text: string) => readonly FoundSpan[]): Map<string, TypeScore> {
  const scores = new Map<string, TypeScore>();
  const of = (type: string): TypeScore => {
    let score = scores.get(type);
    if (!score) {
      score = { gold: 0, found: 0, exact: 0, near: 0, covered: 0 };
      scores.set(type, score);
    }
    return score;
  };
  for (const { text, spans } of set.records) {
    const found = find(text).map((one) => ({ ...one, type: canonicalType(one.type) }));
    for (const one of found) of(one.type).found += 1;
    const used = new Set<FoundSpan>();
    for (const [start, end, goldType] of spans) {
      const type = canonicalType(goldType);
      const score = of(type);
      score.gold += 1;
      const same = found.filter((one) => one.type === type && !used.has(one) && overlap(one, start, end) > 0);
      const best = same.sort((a, b) => iou(b, start, end) - iou(a, start, end))[0];
      if (best && best.start === start && best.end === end) score.exact += 1;
      if (best && iou(best, start, end) >= 0.5) {
        score.near += 1;
        used.add(best);
      }
      const covering = found.reduce((sum, one) => sum + overlap(one, start, end), 0);
      if (covering * 2 >= end - start) score.covered += 1;
    }
  }
  return scores;
}

function overlap(span: FoundSpan, start: number, end: number): number {
  return Math.max(0, Math.min(span.end, end) - Math.max(span.start, start));
}

function iou(span: FoundSpan, start: number, end: number): number {
  const common = overlap(span, start, end);
  return common / (span.end - span.start + end - start - common);
}

export function fScore(hits: number, found: number, gold: number, beta: number): number {
  if (hits === 0) return 0;
  const precision = hits / found;
  const recall = hits / gold;
  return ((1 + beta * beta) * precision * recall) / (beta * beta * precision + recall);
}

const percent = (part: number, whole: number): string =>
  (whole === 0 ? '  –' : ((100 * part) / whole).toFixed(1)).padStart(6);

/** A table of one set: exact and IoU ≥ 0.5 precision, recall, F1, F2, and coverage by findings of any type. */
export function renderScores(title: string, scores: ReadonlyMap<string, TypeScore>): string {
  const rows = [...scores].filter(([, score]) => score.gold > 0).sort((a, b) => b[1].gold - a[1].gold);
  const lines = [
    title,
    '  type               gold  found │ exact  P      R     F1     F2 │ IoU≥.5 P   R     F1 │ covered',
  ];
  for (const [type, s] of rows) {
    lines.push(
      `  ${type.padEnd(18)}${String(s.gold).padStart(5)}${String(s.found).padStart(7)} │ ${percent(s.exact, s.found)} ${percent(s.exact, s.gold)} ${percent(fScore(s.exact, s.found, s.gold, 1), 1)} ${percent(fScore(s.exact, s.found, s.gold, 2), 1)} │ ${percent(s.near, s.found)} ${percent(s.near, s.gold)} ${percent(fScore(s.near, s.found, s.gold, 1), 1)} │ ${percent(s.covered, s.gold)}`,
    );
  }
  const extra = [...scores].filter(([, s]) => s.gold === 0).map(([type, s]) => `${type} ${s.found}`);
  if (extra.length > 0) lines.push(`  without gold: ${extra.join(', ')}`);
  return lines.join('\n');
}

/** Adds the counts of one table to another. */
export function addScores(into: Map<string, TypeScore>, scores: ReadonlyMap<string, TypeScore>): void {
  for (const [type, s] of scores) {
    const sum = into.get(type);
    if (!sum) into.set(type, { ...s });
    else {
      sum.gold += s.gold;
      sum.found += s.found;
      sum.exact += s.exact;
      sum.near += s.near;
      sum.covered += s.covered;
    }
  }
}
