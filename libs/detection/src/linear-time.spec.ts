import { describe, expect, it } from '@jest/globals';
import { Detector } from './detector.js';

const detector = new Detector();
const SIZE = 100_000;
/** Times of prose; the promise is three, the rest is the noise of a short measurement. */
const FACTOR_MAX = 8;

function cpuOf(text: string): number {
  const before = process.cpuUsage();
  detector.find(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
const PROSE = fill('The committee read the minutes of March, thanked Maria Lopez for the report and closed at noon. ');
cpuOf(PROSE);

describe('detection takes linear time', () => {
  const prose = cpuOf(PROSE);

  it.each([
    ...'aA1@.-_([{"<:/\\%&= \n\té中'.split(''),
    '\u200b',
    '\u0301',
    '😀',
    'a@',
    '1.1.1.',
    '1 ',
    '1-',
    'A1 ',
    'a.b@',
    '[(',
    '{"a":',
    '://a.',
    'http://a.',
    'a=',
    'x:y ',
    '%41',
    '&a;',
    '\\n',
    '\\"',
    'Aa ',
    'GB29 ',
    '4111 ',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    'eyJ',
    'password ',
    'name: ',
    'a,',
    '<a>',
    '12/',
    '+1',
    ' @ ',
    ' at ',
    'dot ',
    'Mr. ',
    '"',
    'a|b\n',
    'May ',
    'born ',
  ])('on %j over and over', (unit) => {
    expect(cpuOf(fill(unit))).toBeLessThan(FACTOR_MAX * prose);
  });

  it('on nested brackets', () => {
    expect(cpuOf('['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2))).toBeLessThan(FACTOR_MAX * prose);
  });

  it('when the text grows eightfold, by no more than eightfold and half', () => {
    const large = PROSE.repeat(8);
    expect(cpuOf(large)).toBeLessThan(12 * prose);
  });
});
