import { zipBytes } from './zip-bytes.js';

export interface RandomDocx {
  readonly bytes: Buffer;
  /** What was planted, as a reader reads it. */
  readonly values: readonly string[];
  /** Words directly beside values; each stands once. */
  readonly neighbours: readonly string[];
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const NAMES = ['Maren Hollstrup', 'Tobias Finnegan', 'Priya Ramanathan'];

/** Numbers below one, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A Word document made at random: values split over runs, styles, links, tracked changes, hidden runs and tables, with entities
 * and proofing marks inside them, in the body, headers, footnotes, comments and text boxes.
 */
export async function randomDocx(seed: number): Promise<RandomDocx> {
  const maker = new DocxMaker(seed);
  return maker.make();
}

class DocxMaker {
  private readonly random: () => number;
  private readonly values: string[] = [];
  private readonly neighbours: string[] = [];
  private wordCount = 0;

  constructor(private readonly seed: number) {
    this.random = randomOf(seed);
  }

  make(): RandomDocx {
    const parts: [string, string][] = [
      ['word/document.xml', this.part('document', `<w:body>${this.blocks()}</w:body>`)],
    ];
    if (this.chance(0.5)) parts.push(['word/header1.xml', this.part('hdr', this.blocks(2))]);
    if (this.chance(0.5))
      parts.push(['word/footnotes.xml', this.part('footnotes', `<w:footnote w:id="1">${this.blocks(2)}</w:footnote>`)]);
    if (this.chance(0.5)) {
      const author = this.value();
      parts.push([
        'word/comments.xml',
        this.part('comments', `<w:comment w:id="1" w:author="${author}">${this.blocks(2)}</w:comment>`),
      ]);
    }
    const bytes = zipBytes([
      { name: '[Content_Types].xml', content: Buffer.from('<?xml version="1.0"?><Types/>') },
      ...parts.map(([name, content]) => ({ name, content: Buffer.from(content) })),
    ]);
    return { bytes, values: this.values, neighbours: this.neighbours };
  }

  private part(root: string, content: string): string {
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${root} xmlns:w="${MAIN}">${content}</w:${root}>`;
  }

  private blocks(most = 8): string {
    return Array.from({ length: 1 + this.upTo(most) }, () => this.block()).join('');
  }

  private block(): string {
    if (this.chance(0.15)) {
      const cells = Array.from({ length: 2 }, () => `<w:tc>${this.paragraph()}</w:tc>`).join('');
      return `<w:tbl><w:tr>${cells}</w:tr></w:tbl>`;
    }
    if (this.chance(0.08))
      return `<w:p><w:r><w:pict><w:txbxContent>${this.paragraph()}</w:txbxContent></w:pict></w:r></w:p>`;
    return this.paragraph();
  }

  private paragraph(): string {
    const pieces: string[] = [];
    for (let count = 1 + this.upTo(3); count > 0; count -= 1) {
      const before = this.word();
      const after = this.word();
      this.neighbours.push(before, after);
      pieces.push(this.runs(`${before} `), this.wrapped(this.runs(this.value())), this.runs(` ${after} `));
    }
    const style = this.chance(0.3) ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : '';
    return `<w:p>${style}${pieces.join('')}</w:p>`;
  }

  /** A text cut into runs anywhere, with marks between them that show nothing. */
  private runs(text: string): string {
    let out = '';
    for (let at = 0; at < text.length; ) {
      const length = this.chance(0.5) ? text.length - at : 1 + this.upTo(text.length - at);
      const style = this.pick(['', '', '<w:rPr><w:b/></w:rPr>', '<w:rPr><w:i/><w:color w:val="FF0000"/></w:rPr>']);
      out += `<w:r w:rsidR="00${this.upTo(9)}">${style}<w:t xml:space="preserve">${this.escaped(text.slice(at, at + length))}</w:t></w:r>`;
      out += this.pick([
        '',
        '',
        '<w:proofErr w:type="spellStart"/>',
        '<w:bookmarkStart w:id="0" w:name="b"/>',
        '<!-- mark -->',
      ]);
      at += length;
    }
    return out;
  }

  private wrapped(runs: string): string {
    const kind = this.random();
    if (kind < 0.1) return `<w:ins w:id="1" w:author="x">${runs}</w:ins>`;
    if (kind < 0.2) return `<w:hyperlink w:anchor="b">${runs}</w:hyperlink>`;
    if (kind < 0.3) return `<w:sdt><w:sdtContent>${runs}</w:sdtContent></w:sdt>`;
    if (kind < 0.4) return `<w:del w:id="2" w:author="x">${runs.replace(/w:t(?=[ >])/g, 'w:delText')}</w:del>`;
    if (kind < 0.5) return runs.replace(/<w:r (w:rsidR="\d+")>(?!<w:rPr>)/g, '<w:r $1><w:rPr><w:vanish/></w:rPr>');
    return runs;
  }

  private escaped(text: string): string {
    return [...text]
      .map((character) => {
        if (character === '&') return '&amp;';
        return this.chance(0.04)
          ? `&#${this.chance(0.5) ? `x${character.charCodeAt(0).toString(16)}` : character.charCodeAt(0)};`
          : character;
      })
      .join('');
  }

  private value(): string {
    const id = `${this.seed}x${this.values.length}`;
    const value = this.pick([
      `${this.pick(NAMES)}`,
      `mail.${id}@example.org`,
      `MRN-${this.seed}0${this.values.length}77`,
      '4111 1111 1111 1111',
      `203.0.113.${10 + this.upTo(89)}`,
    ]);
    this.values.push(value);
    return value;
  }

  /** A word that stands nowhere else in the document and is in no pattern. */
  private word(): string {
    this.wordCount += 1;
    return `wort${this.letters(this.wordCount)}ende`;
  }

  private letters(count: number): string {
    return [...String(count)].map((digit) => 'qwrtzpsdfg'[Number(digit)]).join('');
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number from 0 to `most` - 1. */
  private upTo(most: number): number {
    return Math.floor(this.random() * most);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)]!;
  }
}
