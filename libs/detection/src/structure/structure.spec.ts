import { describe, expect, it } from '@jest/globals';
import { Detector } from '../detector.js';
import { isBareAmongNumbers, zoneAt } from './zones.js';

const detector = new Detector({ names: null });
const values = (text: string, label?: string): [string, string][] =>
  detector.find(text, label ? { label } : {}).map(({ type, start, end }) => [type, text.slice(start, end)]);

describe('labels', () => {
  it.each<[string, [string, string][]]>([
    [
      '{"surname": "Long", "city": "Leeds"}',
      [
        ['PERSON', 'Long'],
        ['LOCATION', 'Leeds'],
      ],
    ],
    ["{'first_name': 'Lena'}", [['PERSON', 'Lena']]],
    [
      'Patient: Betty Allen (MRN: MRN-1668927)',
      [
        ['PERSON', 'Betty Allen'],
        ['MEDICAL_RECORD', 'MRN-1668927'],
      ],
    ],
    ['<lastName>Foster</lastName>', [['PERSON', 'Foster']]],
    [
      '?first_name=Lena&last_name=Foster',
      [
        ['PERSON', 'Lena'],
        ['PERSON', 'Foster'],
      ],
    ],
    ['{"name":"name","type":"string","description":"customer name"}', []],
    ['file name: Lena Foster', []],
    ['{"host_name": "Lena Foster"}', []],
  ])('of %j give %j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it('of a whole text count as context and as a field', () => {
    expect(values('536904399', 'ssn')).toEqual([['US_SSN', '536904399']]);
    expect(values('Long', 'surname')).toEqual([['PERSON', 'Long']]);
    expect(values('Long', 'adjective')).toEqual([]);
  });
});

describe('tables', () => {
  it.each([',', ';', '\t', ' | '])('delimited by %j give each cell the header of its column', (delimiter) => {
    const rows = [
      ['id', 'first_name', 'last_name', 'ssn'],
      ['1', 'Lena', 'Foster', '536904399'],
      ['2', 'Paul', 'Okafor', '219094321'],
    ];
    const text = rows.map((row) => row.join(delimiter)).join('\n');
    expect(values(text)).toEqual([
      ['PERSON', 'Lena'],
      ['PERSON', 'Foster'],
      ['US_SSN', '536904399'],
      ['PERSON', 'Paul'],
      ['PERSON', 'Okafor'],
      ['US_SSN', '219094321'],
    ]);
  });

  it('read quoted cells with delimiters inside (RFC 4180)', () => {
    const text = 'full_name,note\n"Foster, Lena","a, b"\n"Okafor, Paul",c';
    expect(values(text)).toEqual([
      ['PERSON', 'Foster, Lena'],
      ['PERSON', 'Okafor, Paul'],
    ]);
  });
});

describe('zones', () => {
  it.each([
    ['The committee met Lena Foster on Friday.', 'prose'],
    ['2026-02-09T22:50:00Z INFO started', 'log'],
    ['  const total = order.sum(lines);', 'code'],
    ['import { Lena } from "./lena.js";', 'code'],
  ])('%j is %s', (line, zone) => {
    expect(zoneAt(line, 10)).toBe(zone);
  });

  it('takes a bare number for a technical one in JSON and among other numbers', () => {
    expect(isBareAmongNumbers('{"seq":4532015112830366}', 7, 23)).toBe(true);
    expect(isBareAmongNumbers('937940374 4532015112830366 129270494', 10, 26)).toBe(true);
    expect(isBareAmongNumbers('Lena,4532015112830366,09/28', 5, 21)).toBe(false);
    expect(isBareAmongNumbers('pay 4532-0151-1283-0366 now', 4, 23)).toBe(false);
  });
});
