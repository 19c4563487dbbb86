import type { NameTagger } from '../../../libs/detection/src/name-tagger/name-tagger.js';
import type { Paragraph } from './corpus.js';
import { describe, emptyTally, type Tally, tallyParagraph } from './evaluate.js';

const ENGLISH = new Set(['chat', 'clinical', 'legal', 'news', 'tech']);

export interface HeldOut {
  readonly tagger: NameTagger;
  readonly paragraphs: readonly Paragraph[];
}

/** The figures of docs/data-card.md: by group, by language, by case, strict, on the development sets, and speed. */
export function report(
  heldOut: readonly HeldOut[],
  dev: readonly { readonly name: string; readonly paragraphs: readonly Paragraph[] }[],
  log: (line: string) => void,
): string {
  const total = (wanted: (p: Paragraph) => boolean, change = (text: string) => text, strict = false): Tally => {
    const tally = emptyTally();
    for (const { tagger, paragraphs } of heldOut) {
      for (const paragraph of paragraphs) {
        if (!wanted(paragraph)) continue;
        const text = change(paragraph.text);
        if (text.length !== paragraph.text.length) continue;
        tallyParagraph(tally, { ...paragraph, text }, tagger.find(text, { strict }));
      }
    }
    return tally;
  };
  const groups = [...new Set(heldOut.flatMap((h) => h.paragraphs.map((p) => p.group)))].sort();
  for (const group of groups)
    log(
      describe(
        group,
        total((p) => p.group === group),
      ),
    );
  log(
    describe(
      'English',
      total((p) => ENGLISH.has(p.group)),
    ),
  );
  log(
    describe(
      'others',
      total((p) => !ENGLISH.has(p.group)),
    ),
  );
  log(
    describe(
      'all',
      total(() => true),
    ),
  );
  log(
    describe(
      'all, strict',
      total(() => true, undefined, true),
    ),
  );
  log(
    describe(
      'lower case',
      total(
        () => true,
        (text) => text.toLowerCase(),
      ),
    ),
  );
  log(
    describe(
      'UPPER CASE',
      total(
        () => true,
        (text) => text.toUpperCase(),
      ),
    ),
  );
  const tagger = heldOut[0]?.tagger;
  if (!tagger) return '';
  for (const { name, paragraphs } of dev) {
    const tally = emptyTally();
    for (const paragraph of paragraphs) tallyParagraph(tally, paragraph, tagger.find(paragraph.text));
    log(describe(name.replace(/^dev\/|\.jsonl\.gz$/g, ''), tally));
  }
  return `speed ${speed(tagger, heldOut[0]?.paragraphs ?? []).toFixed(2)} MB/s of UTF-8 on one core`;
}

function speed(tagger: NameTagger, paragraphs: readonly Paragraph[]): number {
  const texts = paragraphs.map((p) => p.text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  let best = 0;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    for (const text of texts) tagger.find(text);
    best = Math.max(best, bytes / 1e6 / ((performance.now() - start) / 1000));
  }
  return best;
}
