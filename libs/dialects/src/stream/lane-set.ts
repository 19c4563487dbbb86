import type { Edit } from '#lib/kernel';
import { replaceText } from '../json/replace-text.js';
import { stringLayer, type TextLayer } from '../json/text-layer.js';
import { type LaneFactory, type LaneWriter, rewriteWhole, type TextLane } from './lane.js';
import type { WholePiece } from './rewrite-pieces.js';

/** A text of one event: a fragment that later events go on with, or whole in itself. */
export interface StreamPiece extends WholePiece {
  readonly fragment: boolean;
}

/** Text that a lane held back and that no event at hand can carry. */
export interface HeldText {
  readonly lane: TextLane;
  readonly text: string;
}

interface OpenLane {
  readonly lane: TextLane;
  readonly writer: LaneWriter;
}

interface Written {
  readonly layer: TextLayer;
  readonly opened: OpenLane | null;
  text: string;
}

/** The lanes of one choice (or candidate, or answer), by field, in the order in which they were opened. */
export class LaneSet {
  private readonly lanes = new Map<string, OpenLane>();

  constructor(private readonly open: LaneFactory) {}

  /**
   * Rewrites the texts of one event. `ends` says which lanes end with it, given the fields that the event has opened for the
   * first time and all that it carries; their held text goes into the event's own text of that lane, or is given back.
   */
  take(
    body: TextLayer,
    pieces: readonly StreamPiece[],
    ends: (field: string, opened: readonly string[], carried: ReadonlySet<string>) => boolean,
    edits: Edit[],
  ): { changed: boolean; held: HeldText[] } {
    const written: Written[] = [];
    const opened: string[] = [];
    const carried = new Set<string>();
    for (const { node, lane, fragment } of pieces) {
      const layer = stringLayer(body, node);
      if (layer.text === '') continue;
      carried.add(lane.field);
      let known = this.lanes.get(lane.field);
      if (!fragment && !known) {
        written.push({ layer, opened: null, text: rewriteWhole(this.open, lane, layer.text) });
        continue;
      }
      if (!known) {
        known = { lane, writer: this.open(lane) };
        this.lanes.set(lane.field, known);
        opened.push(lane.field);
      }
      const text = known.writer.push(layer.text) + (fragment ? '' : known.writer.flush());
      written.push({ layer, opened: known, text });
    }

    const held: HeldText[] = [];
    for (const [field, one] of this.lanes) {
      if (!ends(field, opened, carried)) continue;
      const text = one.writer.flush();
      if (text === '') continue;
      const last = written.findLast((each) => each.opened === one);
      if (last) last.text += text;
      else held.push({ lane: one.lane, text });
    }
    let changed = false;
    for (const { layer, text } of written) {
      const edit = replaceText(layer, text);
      if (!edit) continue;
      edits.push(edit);
      changed = true;
    }
    return { changed, held };
  }

  /** All that is still held. */
  flush(): HeldText[] {
    return [...this.lanes.values()]
      .map(({ lane, writer }) => ({ lane, text: writer.flush() }))
      .filter(({ text }) => text !== '');
  }
}
