import type { Box, Label, Recognised, RecognisedWord } from './protocol.js';

/** Text without the words that stand in painted places. */
export function withoutPainted({ text, words }: Recognised, painted: readonly Label[]): Recognised {
  if (painted.length === 0) return { text, words };
  const kept = words.filter((word) => !painted.some(({ box }) => holdsMiddle(box, word)));
  let out = '';
  let at = 0;
  const moved = kept.map((word, index) => {
    const before = kept[index - 1];
    const gap = !before ? '' : before.line === word.line ? ' ' : /\n+/.exec(text.slice(before.end, word.start))![0];
    out += gap + text.slice(word.start, word.end);
    at = out.length;
    return { ...word, start: at - (word.end - word.start), end: at };
  });
  return { text: out, words: moved };
}

function holdsMiddle({ x0, y0, x1, y1 }: Box, word: Box): boolean {
  const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2];
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

/** The places of an edit in the picture, one per line. Recognition knows words, so whole words are covered. */
export function labelsAt(
  { words }: Recognised,
  ranges: readonly { readonly start: number; readonly end: number }[],
  text: string,
): Label[] {
  const touched = words.filter((word) => ranges.some(({ start, end }) => word.start < end && start < word.end));
  const lines = new Map<number, RecognisedWord>();
  for (const word of touched) {
    const known = lines.get(word.line);
    lines.set(word.line, known ? { ...known, ...union(known, word) } : word);
  }
  return [...lines.values()].map(({ x0, y0, x1, y1 }, index) => ({
    box: { x0, y0, x1, y1 },
    turn: 0,
    text: index === 0 ? text : '',
  }));
}

function union(one: Box, other: Box): Box {
  return {
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  };
}
