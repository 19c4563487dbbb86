import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { foldOf, learnable, type Paragraph, readSource } from './corpus.js';

function paragraph(text: string, ...marks: [string, string][]): Paragraph {
  return {
    text,
    group: 'test',
    spans: marks.map(([value, type]) => [text.indexOf(value), text.indexOf(value) + value.length, type]),
  };
}

function values(p: Paragraph): string[] {
  return p.spans.map(([s, e, type]) => `${type}:${p.text.slice(s, e)}`);
}

describe('learnable', () => {
  it('takes titles out of the persons of corpora that mark them', () => {
    expect(values(learnable(paragraph('Poor Miss Taylor left', ['Miss Taylor', 'PER']), false))).toEqual([
      'PERSON:Taylor',
    ]);
  });

  it('unmarks the roles of contracts', () => {
    expect(
      values(learnable(paragraph('paid by Borrower to Acme', ['Borrower', 'PER'], ['Acme', 'ORG']), false)),
    ).toEqual(['ORGANIZATION:Acme']);
  });

  it('teaches nothing about dates where they are unmarked', () => {
    expect(values(learnable(paragraph('due 3 May 2020'), false))).toEqual(['UNKNOWN:3 May 2020']);
    expect(values(learnable(paragraph('due 3 May 2020'), true))).toEqual([]);
  });
});

describe('foldOf', () => {
  it('gives each fifth about a fifth, and the same one for the same text', () => {
    const counts = [0, 0, 0, 0, 0];
    for (let n = 0; n < 5000; n++)
      counts[foldOf(`text number ${n}`)] = (counts[foldOf(`text number ${n}`)] as number) + 1;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('readSource', () => {
  it('refuses a file with another checksum', () => {
    const folder = mkdtempSync(join(tmpdir(), 'name-tagger-'));
    writeFileSync(join(folder, 'a.jsonl'), '{"text":"x","spans":[]}\n');
    const source = { file: 'a.jsonl', sha256: '00', use: 'training', licence: 'MIT', source: 'test' } as const;
    expect(() => readSource(source, folder, folder)).toThrow(/checksum/);
  });
});
