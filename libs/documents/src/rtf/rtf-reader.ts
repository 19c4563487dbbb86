import iconv from 'iconv-lite';
import type { InfoType } from '#lib/kernel';
import { isToken } from '../columns/cells.js';
import { tooLarge, unreadable } from '../document-error.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Segment, SegmentView } from '../segment.js';
import type { Encoding } from '../splice/encodings.js';
import { Paragraph } from '../splice/paragraph.js';

/** Tables and settings: names of fonts and styles, colours, checksums. */
const SILENT = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable themedata colorschememapping latentstyles datastore rsidtbl generator xmlnstbl filetbl pgptbl fchars lchars panose falt fname wgrffmtfilter'.split(
    ' ',
  ),
);
/** Destinations with text of their own, read apart from the text around them. */
const APART = new Set(
  'info author operator title subject company manager keywords category comment doccomm hlinkbase header headerl headerr headerf footer footerl footerr footerf footnote annotation atnauthor atnid atnref fldinst shptxt shpinst sp sn sv bkmkstart bkmkend revtbl userprops propname staticval linkval xe tc txe rxe'.split(
    ' ',
  ),
);
const METADATA = new Set(
  'author operator title subject company manager keywords category comment doccomm hlinkbase atnauthor revtbl staticval propname linkval userprops'.split(
    ' ',
  ),
);
const WHOLE_VALUES: Readonly<Record<string, InfoType>> = {
  author: 'PERSON',
  operator: 'PERSON',
  manager: 'PERSON',
  atnauthor: 'PERSON',
  company: 'ORGANIZATION',
};
const BREAKS = new Set(['par', 'row', 'cell', 'sect', 'page', 'nestcell', 'nestrow']);
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: ' ',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};

interface State {
  readonly silent: boolean;
  readonly destination: string;
  readonly paragraph: { current: Paragraph };
  hidden: boolean;
  deleted: boolean;
  fallback: number;
}

export interface Picture {
  readonly start: number;
  readonly end: number;
}

/** What a reading of RTF (1.9.1) gives: segments, and the hexadecimal ranges of pictures and objects. */
export interface RtfReading {
  readonly segments: readonly Segment[];
  readonly pictures: readonly Picture[];
  readonly objects: readonly Picture[];
}

export class RtfReader {
  private readonly segments: Segment[] = [];
  private readonly pictures: Picture[] = [];
  private readonly objects: Picture[] = [];
  private readonly stack: State[] = [];
  private state: State = {
    silent: false,
    destination: '',
    paragraph: { current: new Paragraph() },
    hidden: false,
    deleted: false,
    fallback: 1,
  };
  private codePage = 'windows-1252';
  private ignorable = false;
  private skip = 0;
  private pending: { text: string; start: number } | null = null;
  private dataStart = -1;
  private count = 0;

  constructor(
    private readonly source: string,
    private readonly part: string,
    private readonly session: RewriteSession,
  ) {}

  read(): RtfReading {
    const control = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([0-9a-fA-F]{2})|([^a-zA-Z]))/y;
    let at = 0;
    while (at < this.source.length) {
      const character = this.source[at]!;
      if (character === '{') {
        this.open(at);
        at += 1;
      } else if (character === '}') {
        this.close(at);
        at += 1;
      } else if (character === '\\') {
        control.lastIndex = at;
        const match = control.exec(this.source);
        if (!match) throw unreadable('truncated RTF');
        const end = at + match[0].length;
        if (match[1] === 'bin') at = end + Math.max(0, Number(match[2] ?? 0));
        else {
          this.control(match, at, end);
          at = end;
        }
      } else {
        if (character !== '\r' && character !== '\n') this.character(character, at, at + 1);
        at += 1;
      }
    }
    if (this.stack.length > 0) throw unreadable('truncated RTF');
    this.flush();
    return { segments: this.segments, pictures: this.pictures, objects: this.objects };
  }

  private open(at: number): void {
    this.endFallback(at);
    if (this.stack.length >= this.session.limits.depthMax) throw tooLarge('depthMax');
    this.stack.push(this.state);
    this.state = { ...this.state };
    this.ignorable = false;
  }

  private close(at: number): void {
    this.endFallback(at);
    const outer = this.stack.pop();
    if (!outer) throw unreadable('unbalanced RTF groups');
    if (this.dataStart >= 0 && (this.state.destination === 'pict' || this.state.destination === 'objdata')) {
      (this.state.destination === 'pict' ? this.pictures : this.objects).push({ start: this.dataStart, end: at });
      this.dataStart = -1;
    }
    if (outer.paragraph !== this.state.paragraph) this.flush();
    this.state = outer;
    this.ignorable = false;
  }

  private control([, word, number, hex, symbol]: RegExpExecArray, start: number, end: number): void {
    if (hex !== undefined) {
      this.character(iconv.decode(Buffer.from(hex, 'hex'), this.codePage), start, end);
      return;
    }
    if (symbol !== undefined) {
      this.symbol(symbol, start, end);
      return;
    }
    if (word === 'u') {
      this.endFallback(start);
      const text = String.fromCharCode((Number(number) + 65_536) % 65_536);
      if (!this.isSilent) this.pending = { text, start };
      this.skip = this.state.fallback;
      if (this.skip === 0) this.endFallback(end);
      return;
    }
    if (this.skip > 0) this.endFallback(start);
    this.word(word!, number, start, end);
  }

  private word(word: string, number: string | undefined, start: number, end: number): void {
    const on = number !== '0';
    const ignorable = this.ignorable;
    this.ignorable = false;
    if (word === 'ansicpg' && iconv.encodingExists(`cp${number}`)) this.codePage = `cp${number}`;
    else if (word === 'uc') this.state.fallback = Math.min(8, Math.max(0, Number(number ?? 1)));
    else if (word === 'v') this.state.hidden = on;
    else if (word === 'deleted') this.state.deleted = on;
    else if (word === 'plain') this.state.hidden = false;
    else if (word === 'pict' || word === 'objdata') this.state = { ...this.state, silent: true, destination: word };
    else if (SILENT.has(word)) this.state = { ...this.state, silent: true, destination: word };
    else if (APART.has(word) || ignorable) this.apart(word);
    else if (BREAKS.has(word)) this.flush();
    else if (CHARACTERS[word] !== undefined) this.character(CHARACTERS[word], start, end);
  }

  private symbol(symbol: string, start: number, end: number): void {
    if (symbol === '*') this.ignorable = true;
    else if (symbol === '~') this.character(' ', start, end);
    else if (symbol === '_') this.character('-', start, end);
    else if (symbol === '\n' || symbol === '\r') this.flush();
    else if ('\\{}'.includes(symbol)) this.character(symbol, start, end);
    // `\-` is an optional hyphen: between two letters it shows nothing, and is cut with what surrounds it.
    else if (symbol === '-') this.state.paragraph.current.add('\u00ad', start, end, rtf, this.view);
  }

  private apart(word: string): void {
    this.state = { ...this.state, destination: word, paragraph: { current: new Paragraph() } };
  }

  private character(text: string, start: number, end: number): void {
    if (this.skip > 0) {
      this.skip -= 1;
      if (this.skip === 0) this.endFallback(end);
      return;
    }
    if (this.isSilent) {
      if (this.dataStart < 0 && text.trim() !== '') this.dataStart = start;
      return;
    }
    this.state.paragraph.current.add(text, start, end, rtf, this.view);
  }

  /** A `\u` character reaches over the characters that stand for it in readers without Unicode. */
  private endFallback(end: number): void {
    this.skip = 0;
    if (!this.pending) return;
    const { text, start } = this.pending;
    this.pending = null;
    this.state.paragraph.current.add(text, start, end, rtf, this.view);
  }

  private get isSilent(): boolean {
    return this.state.silent;
  }

  private get view(): SegmentView {
    return this.state.deleted ? 'deleted' : this.state.hidden ? 'hidden' : 'visible';
  }

  private flush(): void {
    const { destination, paragraph } = this.state;
    const done = paragraph.current;
    paragraph.current = new Paragraph();
    this.count += 1;
    const base = { part: this.part, path: `text ${this.count}`, kind: 'prose' as const, mode: 'edit' as const };
    const view = destination === 'fldinst' ? 'formula' : METADATA.has(destination) ? 'metadata' : 'visible';
    const segments = done.segments(base, view);
    const type = WHOLE_VALUES[destination];
    const replacing = this.session.options.direction === 'replace';
    for (const segment of segments) {
      const asked = type && replacing && !isToken(segment.text.trim());
      this.segments.push(asked ? { ...segment, value: { type, form: 'token' } } : segment);
    }
  }
}

const rtf: Encoding = (text) =>
  [...text]
    .map((character) => {
      if ('\\{}'.includes(character)) return `\\${character}`;
      if (character === '\n') return '\\line ';
      if (character < '\u0080') return character;
      return [...character]
        .flatMap((one) => one.split(''))
        .map((unit) => `\\u${signed(unit.charCodeAt(0))}?`)
        .join('');
    })
    .join('');

function signed(code: number): number {
  return code > 32_767 ? code - 65_536 : code;
}
