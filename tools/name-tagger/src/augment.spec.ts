import { describe, expect, it } from '@jest/globals';
import { recased, renamed } from './augment.js';
import type { Paragraph } from './corpus.js';
import { NameMaker } from './name-maker.js';
import { Random } from './random.js';
import { fill } from './synthesize.js';

const many = (prefix: string) =>
  Array.from({ length: 30 }, (_, i) => `${prefix}${'abcdefghijklmnopqrstuvwxyzäöüß'.charAt(i)}`);
const cities = many('Stadt').map((name) => ({ name, country: 'DE', population: 200_000 }));
const lists = {
  usGiven: many('Gi'),
  usSurnames: many('Su'),
  given: new Map([['DE', many('Vor')]]),
  surnames: new Map([['DE', many('Nach')]]),
  cities: [
    ...cities,
    ...['AT', 'CH', 'FR', 'BE', 'ES', 'IT', 'PT', 'NL', 'ID'].map((country) => ({
      name: `${country}burg`,
      country,
      population: 9,
    })),
  ],
  countries: ['Utopia'],
};
const maker = (seed: number) => new NameMaker(new Random(seed), lists);
const text = 'Mrs Anna Osgerby rang. OSGERBY, ANNA is ill. osgerby left Anna.';
const spans = ['Anna Osgerby', 'OSGERBY, ANNA', 'osgerby'].map((v): [number, number, string] => [
  text.indexOf(v),
  text.indexOf(v) + v.length,
  'PERSON',
]);
const paragraph: Paragraph = { text, group: 'legal', spans };

describe('renamed', () => {
  it('replaces a recurring name alike, in the case it stands in', () => {
    for (let seed = 1; seed < 20; seed++) {
      const changed = renamed(paragraph, maker(seed));
      const [full, shouted, small] = changed.spans.map(([s, e]) => changed.text.slice(s, e)) as [
        string,
        string,
        string,
      ];
      const [given, surname] = full.split(' ') as [string, string];
      expect(full).not.toBe('Anna Osgerby');
      expect(shouted.toLowerCase()).toBe(`${surname}, ${given}`.toLowerCase());
      expect(small.toLowerCase()).toBe(surname.toLowerCase());
    }
  });

  it('leaves what is outside the marks', () => {
    const changed = renamed(paragraph, maker(3));
    expect(changed.text.startsWith('Mrs ')).toBe(true);
    expect(changed.text.endsWith(' left Anna.')).toBe(true);
  });
});

describe('recased', () => {
  it('keeps the marks in place, or the text as it is', () => {
    expect(recased(paragraph, 'upper').text).toBe(text.toUpperCase());
    expect(recased({ text: 'Straße', spans: [], group: 'de' }, 'upper').text).toBe('Straße');
  });
});

describe('fill', () => {
  it('marks fields, joins surname and given name, leaves weekdays and numbers', () => {
    const filled = fill({ language: 'en', text: 'To {last}, {first} in {city}, ref {num}, {email}' }, maker(5));
    expect(filled.spans.map((s) => s[2])).toEqual(['PERSON', 'LOCATION']);
    const [start, end] = filled.spans[0] as [number, number, string];
    expect(filled.text.slice(start, end)).toMatch(/^\S+, \S+$/);
  });

  it('refuses a field it does not know', () => {
    expect(() => fill({ language: 'en', text: '{nobody}' }, maker(5))).toThrow(/nobody/);
  });
});
