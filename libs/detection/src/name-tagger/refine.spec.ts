import { describe, expect, it } from '@jest/globals';
import { FormTable } from './forms.js';
import { hashText } from './hash.js';
import type { TaggedType } from './labels.js';
import * as lexicon from './lexicon.js';
import { observe } from './observe.js';
import { refine } from './refine.js';
import type { TokenSpan } from './spans.js';
import { tokenize } from './tokenize.js';

const WORDS: Readonly<Record<string, number>> = {
  uncle: lexicon.KIN,
  constable: lexicon.HONORIFIC,
  dr: lexicon.HONORIFIC,
  can: lexicon.ORDINARY,
  limited: lexicon.LEGAL_FORM,
  leeds: lexicon.CITY_LARGE,
  street: lexicon.STREET,
  lee: lexicon.SURNAME_COMMON,
  jones: lexicon.SURNAME_COMMON,
  stanley: lexicon.SURNAME_COMMON,
};

function entries(): lexicon.LexiconEntries {
  const pairs = Object.entries(WORDS).map(([word, mask]) => [hashText(word), mask] as const);
  return { hashes: Int32Array.from(pairs, (p) => p[0]), masks: Int32Array.from(pairs, (p) => p[1]) };
}

/** Marks are written `<P Uncle Barry>`; gives the refined spans as `P Barry`. */
function refined(marked: string): string[] {
  const types: Readonly<Record<string, TaggedType>> = {
    P: 'PERSON',
    L: 'LOCATION',
    O: 'ORGANIZATION',
    D: 'DATE',
    A: 'ADDRESS',
  };
  let text = '';
  const places: { type: TaggedType; start: number; end: number }[] = [];
  for (const part of marked.split(/(<[PLODA] [^>]*>)/)) {
    const mark = /^<([PLODA]) ([^>]*)>$/.exec(part);
    if (mark)
      places.push({
        type: types[mark[1] as string] as TaggedType,
        start: text.length,
        end: text.length + (mark[2] as string).length,
      });
    text += mark ? mark[2] : part;
  }
  const tokens = tokenize(text);
  const empty = new lexicon.Lexicon({ hashes: new Int32Array(0), masks: new Int32Array(0) });
  const seen = observe(text, tokens, new FormTable(new lexicon.Lexicon(entries())), empty);
  const spans = places.map(
    ({ type, start, end }): TokenSpan => ({
      type,
      first: tokens.starts.findIndex((s) => s >= start),
      last: tokens.starts.slice(0, tokens.count).findLastIndex((s) => s < end),
      score: 0.9,
    }),
  );
  return refine(text, seen, spans).map(
    (s) => `${s.type[0]} ${text.slice(tokens.starts[s.first], tokens.ends[s.last])}`,
  );
}

describe('refine', () => {
  it.each([
    ['a kin word stands outside', 'see <P Uncle Barry> soon', ['P Barry']],
    ['a rank and its initial stay apart', '<P Constable B. Tshabalala> came', ['P B. Tshabalala']],
    ['an ordinary opening word stands outside', '<P Can Bram-Otto> swap it', ['P Bram-Otto']],
    ['a possessive ending stands outside', "by <P Ed's> daughter", ['P Ed']],
    ['a title alone stays', '<P Uncle> came', ['P Uncle']],
    ['a nickname joins its name', '<P Nikolozi> "<P Niko>" <P Stone> mapped', ['P Nikolozi "Niko" Stone']],
    ['a particle joins', '<P Anna> van der <P Berg> left', ['P Anna van der Berg']],
    ['two persons stay two', '<P Salma> y <P Nour> van', ['P Salma', 'P Nour']],
    ['surname and given name of a field join', 'Patient: <P Schaible>, <P Gotthilf>, 30', ['P Schaible', 'P Gotthilf']],
    ['surname and given name join at the end of a field', 'From: <P Schaible>, <P Gotthilf>', ['P Schaible, Gotthilf']],
    ['a legal form belongs to its firm', '<O Hartle Trustees> Limited sued', ['O Hartle Trustees Limited']],
    [
      'so does one of initials',
      'maker <O Grundvand> A/S and <O Lago>, S.r.l. too',
      ['O Grundvand A/S', 'O Lago, S.r.l.'],
    ],
    [
      'the street line above a postcode belongs to it',
      'Oppenheimer\nLeibnizstr. 101\n<A 10625 Berlin>',
      ['A Leibnizstr. 101\n10625 Berlin'],
    ],
    ['three common surnames name a firm', 'at <P Lee>, <P Jones> and <P Stanley> today', ['O Lee, Jones and Stanley']],
    ['three given names do not', 'at <P Anna>, <P Jones> and <P Bo> today', ['P Anna', 'P Jones', 'P Bo']],
    ['a surname known in full is found alone', '<P Mara Oduya> left. Then Oduya rang.', ['P Mara Oduya', 'P Oduya']],
    ['initials of a person of the text are found', '<P Mike Wishart> rang. MW was late.', ['P Mike Wishart', 'P MW']],
    ['an eponym is no person', "has <P Crohn>'s disease and <P Kalman> filter", []],
    ['a titled patient before such a word is one', 'Dr <P Bell> tests him', ['P Bell']],
    ['a member of an object is no person', 'call <P Geocoder>.resolve() now', []],
    [
      'pieces of an address join, its places are given too',
      'at <A 14 Oak Street>, <L Leeds> today',
      ['A 14 Oak Street, Leeds', 'L Leeds'],
    ],
    [
      'an address goes on over line breaks',
      '<A 5 Larch Street>\n<L Leeds>\n<A LS1 4AB>',
      ['A 5 Larch Street\nLeeds\nLS1 4AB', 'L Leeds'],
    ],
  ])('%s', (_, marked, expected) => {
    expect(refined(marked)).toEqual(expected);
  });
});
