import type { Segment } from '../segment.js';
import { plain } from '../splice/encodings.js';
import type { SourceRange, Splice } from '../splice/settle-splices.js';
import { SourceText } from '../splice/source-text.js';
import { joinedReading, lineJoints } from '../text/joined-reading.js';
import type { Label, PageEdits, Recognised, TextEdit } from './protocol.js';
import { labelsAt } from './recognised-text.js';

/** How much of two pages that follow one another is read together. */
const BRIDGE_LENGTH = 200;

interface Layer extends SourceRange {
  readonly page: number;
  readonly part: string;
  /** Absent for the page's own text. */
  readonly recognised?: Recognised;
}

/** The texts of a document's pages as one source, so that readings of the same place agree and values may cross pages. */
export class PagedText {
  private source = '';
  private readonly layers: Layer[] = [];

  addText(page: number, part: string, text: string): void {
    this.add(text, { page, part });
  }

  addRecognised(page: number, part: string, recognised: Recognised): void {
    this.add(recognised.text, { page, part, recognised });
  }

  open(): SourceText {
    const segments = this.layers.flatMap((layer) => this.readings(layer));
    const own = this.layers.filter(({ recognised }) => !recognised);
    own.forEach((layer, index) => {
      const next = own[index + 1];
      if (next) segments.push(this.bridge(layer, next));
    });
    return new SourceText(this.source, segments);
  }

  /** The splices by page. The first range takes the replacement, also when others stand on another page. */
  editsOf(splices: readonly Splice[]): PageEdits[] {
    const pages = new Map<number, { texts: TextEdit[]; labels: Label[] }>();
    for (const { ranges, text } of splices) {
      let written = text;
      for (const layer of this.layers) {
        const own = ranges
          .filter(({ start, end }) => start < layer.end && layer.start < end)
          .map(({ start, end }) => ({
            start: Math.max(start, layer.start) - layer.start,
            end: Math.min(end, layer.end) - layer.start,
          }));
        if (own.length === 0) continue;
        const page = pages.get(layer.page) ?? { texts: [], labels: [] };
        pages.set(layer.page, page);
        if (layer.recognised) page.labels.push(...labelsAt(layer.recognised, own, written));
        else page.texts.push({ ranges: own, text: written });
        written = '';
      }
    }
    return [...pages].map(([page, edits]) => ({ page, ...edits }));
  }

  private add(text: string, layer: Omit<Layer, 'start' | 'end'>): void {
    if (text.trim() === '') return;
    const start = this.source.length;
    this.source += text;
    this.layers.push({ ...layer, start, end: this.source.length });
    this.source += '\n';
  }

  private readings(layer: Layer): Segment[] {
    const { start, end, recognised } = layer;
    const text = this.source.slice(start, end);
    const segment: Segment = {
      ...segmentBase(layer, recognised ? 'picture' : 'text'),
      view: 'visible',
      text,
      pieces: [{ from: 0, to: text.length, start, end, encoding: plain }],
    };
    const joined = joinedReading(segment, lineJoints(text.trimEnd()));
    return joined ? [segment, joined] : [segment];
  }

  private bridge(before: Layer, after: Layer): Segment {
    const tail = Math.max(before.start, before.end - BRIDGE_LENGTH);
    const head = Math.min(after.end, after.start + BRIDGE_LENGTH);
    const first = this.source.slice(tail, before.end);
    const second = this.source.slice(after.start, head);
    const segment: Segment = {
      ...segmentBase(after, 'text across pages'),
      view: 'joined',
      text: `${first}\n${second}`,
      pieces: [
        { from: 0, to: first.length, start: tail, end: before.end, encoding: plain },
        {
          from: first.length + 1,
          to: first.length + 1 + second.length,
          start: after.start,
          end: head,
          encoding: plain,
        },
      ],
    };
    return joinedReading(segment, lineJoints(segment.text)) ?? segment;
  }
}

function segmentBase({ part }: Layer, path: string) {
  return { part, path, kind: 'prose', mode: 'edit' } as const;
}
