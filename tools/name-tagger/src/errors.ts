import type { NameTagger } from '../../../libs/detection/src/name-tagger/name-tagger.js';
import type { Paragraph } from './corpus.js';
import { SCORED } from './evaluate.js';

const SHOWN = new Set<string>(SCORED);

/** The errors of a tagger, one a line: kind, type, group, the value in its surroundings, what was found instead. */
export function listErrors(tagger: NameTagger, paragraphs: readonly Paragraph[]): string {
  const rows: string[] = [];
  for (const { text, spans, group } of paragraphs) {
    const gold = spans.map(([start, end, type]) => ({ start, end, type: type === 'DATE_OF_BIRTH' ? 'DATE' : type }));
    const found = tagger.find(text);
    const around = (s: number, e: number) =>
      `${text.slice(Math.max(0, s - 40), s)}[${text.slice(s, e)}]${text.slice(e, e + 30)}`.replaceAll('\n', '~');
    for (const g of gold) {
      if (!SHOWN.has(g.type)) continue;
      if (found.some((f) => f.start === g.start && f.end === g.end && f.type === g.type)) continue;
      const over = found.filter((f) => f.start < g.end && g.start < f.end);
      const kind = over.length === 0 ? 'MISS' : over.some((f) => f.type === g.type) ? 'EDGE' : 'TYPE';
      const instead = over
        .map((f) => `${f.type}:${text.slice(f.start, f.end)}`)
        .join(' + ')
        .replaceAll('\n', '~');
      rows.push([g.type, kind, group, around(g.start, g.end), instead].join('\t'));
    }
    for (const f of found) {
      if (gold.some((g) => f.start < g.end && g.start < f.end)) continue;
      rows.push([f.type, 'FALSE', group, around(f.start, f.end), f.score.toFixed(2)].join('\t'));
    }
  }
  return `${rows.sort().join('\n')}\n`;
}
