import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NameTagger } from './name-tagger.js';

const tagger = new NameTagger();

function found(text: string): string[] {
  return tagger.find(text).map((f) => `${f.type}:${text.slice(f.start, f.end)}`);
}

describe('NameTagger', () => {
  it.each([
    ['Please ask Maria Gonzalez about the invoice.', 'PERSON:Maria Gonzalez'],
    ['Mr Adeyinka was a careful witness.', 'PERSON:Adeyinka'],
    ['Kind regards,\nTomasz Kowalski', 'PERSON:Tomasz Kowalski'],
    ['Sehr geehrte Frau Hoffmann, vielen Dank für Ihre Nachricht.', 'PERSON:Hoffmann'],
    ['Le maire de Nantes, Philippe Moreau, a parlé lundi.', 'PERSON:Philippe Moreau'],
    ['Pasien Siti Rahayu dirujuk ke RSUD Bandung.', 'PERSON:Siti Rahayu'],
    ['She moved from Bristol to Portugal.', 'LOCATION:Bristol'],
    ['He works for Siemens AG in Munich.', 'ORGANIZATION:Siemens AG'],
    ['The hearing was on 14 March 2024 in court.', 'DATE:14 March 2024'],
    ['hi its maria gonzalez here, can you call me back', 'PERSON:maria gonzalez'],
    ['PLEASE CALL MARIA GONZALEZ ABOUT THE INVOICE', 'PERSON:MARIA GONZALEZ'],
    ['Estimado señor Fernández, gracias por su mensaje.', 'PERSON:Fernández'],
    ['De heer van der Berg woont in Utrecht.', 'LOCATION:Utrecht'],
    ['Gentile dott.ssa Bianchi, la aspettiamo a Bologna.', 'PERSON:Bianchi'],
    ['С уважением,\nНаталья Кравцова', 'PERSON:Наталья Кравцова'],
    ['联系人李娜女士。', 'PERSON:李娜'],
    ['Send it to 14 Oak Street, Leeds LS1 4AB before Friday.', 'ADDRESS:14 Oak Street, Leeds LS1 4AB'],
  ])('finds the name in %j', (text, expected) => {
    expect(found(text)).toContain(expected);
  });

  it.each([
    ['Write a python function that sorts a list of numbers.'],
    ['The API returns a JSON object with Status and Message fields.'],
    ['for (let i = 0; i < items.length; i++) { total += items[i]; }'],
  ])('finds no name in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('scores between 0 and 1, and finds no fewer persons with strict', () => {
    const text = 'Ask Jonas or will about Ingrid Bergqvist; hope and Grace know too.';
    const persons = (strict: boolean) => tagger.find(text, { strict }).filter((f) => f.type === 'PERSON');
    for (const { score } of tagger.find(text)) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(persons(true).length).toBeGreaterThanOrEqual(persons(false).length);
  });

  it('gives sorted spans within the text, those of one type apart, for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Anna Berg ', 'in Köln\n', '12 May 2020, ')), {
          maxLength: 30,
        }),
        (parts) => {
          const text = parts.join('');
          const ends = new Map<string, number>();
          let last = 0;
          for (const { start, end, type } of tagger.find(text)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(start).toBeGreaterThanOrEqual(ends.get(type) ?? 0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            last = start;
            ends.set(type, end);
          }
        },
      ),
    );
  });

  it('finds the same in a text, whatever it read before', () => {
    const text = 'Dear Ms Okafor, the Rivera Institute in Lagos wrote to Chidi.';
    const fresh = new NameTagger();
    const before = fresh.find(text);
    for (let n = 0; n < 300; n++)
      fresh.find(Array.from({ length: 200 }, (_, i) => `w${(n * 200 + i).toString(26)}x`).join(' '));
    expect(fresh.find(text)).toEqual(before);
  });

  it('takes time in proportion to the size of one line', () => {
    const unit = 'Anna Berg met (a@b) ';
    const time = (size: number) => {
      const text = unit.repeat(size);
      const start = performance.now();
      tagger.find(text);
      return performance.now() - start;
    };
    time(4000);
    expect(time(40_000)).toBeLessThan(Math.max(200, time(4000) * 40));
  });
});
