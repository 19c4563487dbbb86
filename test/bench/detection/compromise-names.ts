import { createRequire } from 'node:module';
import type Nlp from 'compromise';
import { NameRecognizer, type NameSpan } from '#lib/detection';

const PIECE_MAX = 4_000;
const EDGE = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$|(?<!\b\p{L}|jr|sr)\.$/giu;
const POSSESSIVE = /'s$/i;

interface Part {
  readonly offset?: { readonly start: number; readonly length: number };
}

/** Names by the `compromise` library, English only: what the tagger is measured against. */
export class CompromiseNames extends NameRecognizer {
  readonly version = 'compromise-14.17';
  private readonly nlp = createRequire(import.meta.url)('compromise') as typeof Nlp;

  find(text: string): NameSpan[] {
    const spans: NameSpan[] = [];
    for (const [start, end] of pieces(text)) this.read(text.slice(start, end), start, spans);
    return spans;
  }

  private read(piece: string, offset: number, spans: NameSpan[]): void {
    const document = this.nlp(piece);
    const found = [
      ['PERSON', document.people(), 0.7],
      ['ORGANIZATION', document.organizations(), 0.6],
      ['LOCATION', document.places(), 0.6],
    ] as const;
    for (const [type, view, score] of found) {
      for (const { offset: at } of view.json({ offset: true }) as Part[]) {
        if (!at) continue;
        const raw = piece.slice(at.start, at.start + at.length);
        const inner = raw.replace(EDGE, '').replace(POSSESSIVE, '');
        if (!/\p{L}{2}/u.test(inner) || /\d/.test(inner)) continue;
        const start = offset + at.start + raw.indexOf(inner);
        spans.push({ start, end: start + inner.length, type, score });
      }
    }
  }
}

/** Cuts at line ends, else at sentence ends or spaces, so that time stays linear in the length of the text. */
function* pieces(text: string): Generator<[number, number]> {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(text.length, at + PIECE_MAX);
    if (end < text.length) {
      const window = text.slice(at, end);
      const cut = Math.max(window.lastIndexOf('\n'), window.lastIndexOf('. ') + 1, 0) || window.lastIndexOf(' ');
      if (cut > 0) end = at + cut + 1;
    }
    yield [at, end];
    at = end;
  }
}
