import { applyEdits, DomainError, type Edit } from '#lib/kernel';
import type { JsonNode, JsonString } from '../json/json-node.js';
import { tryReadJson } from '../json/read-json.js';
import { replaceText } from '../json/replace-text.js';
import { stringLayer, type TextLayer } from '../json/text-layer.js';
import type { Frame, FramePiece, FrameReader } from './frame.js';
import { type LaneFactory, rewriteWhole, type TextLane } from './lane.js';

/** Longest event that is read, in UTF-16 code units. */
export const EVENT_CHARS_MAX = 8 * 1024 * 1024;

export interface StreamOptions {
  readonly open: LaneFactory;
  /** The request asked for JSON, so values in the answer's text are put back JSON-escaped. */
  readonly jsonAnswer?: boolean;
  readonly eventCharsMax?: number;
}

/** Rewrites a streamed answer. Pure: whoever holds the transport pumps it. */
export interface AnswerStream {
  /** Takes bytes of the upstream, cut anywhere; gives the text to send on, possibly empty. */
  push(bytes: Uint8Array): string;
  /** The upstream has ended the stream; a cut one ends in an error event. */
  end(): string;
  /** Ends the stream because of an error: what is held comes out, then an error event in the API's own shape. */
  fail(message?: string, code?: string): string;
}

/**
 * What the streams of all dialects share: events in, the same events out with other texts. Names, ids, usage, unknown keys
 * and unknown events stay byte for byte. A stream that ends before it is complete ends in an error event, so that a cut is
 * never mistaken for an answer; half an event is never passed on.
 */
export abstract class RewritingStream implements AnswerStream {
  protected readonly open: LaneFactory;
  /** Nothing follows our own error event. */
  private failed = false;

  constructor(
    private readonly reader: FrameReader,
    protected readonly options: StreamOptions,
  ) {
    this.open = options.open;
  }

  push(bytes: Uint8Array): string {
    return this.read(() => this.reader.push(bytes));
  }

  end(): string {
    const rest = this.read(() => this.reader.end().filter((piece) => this.isWhole(piece)));
    return rest + (this.isComplete() ? this.flush() : this.fail());
  }

  fail(message = 'The upstream ended the answer early.', code = 'upstream_cut'): string {
    if (this.failed) return '';
    const held = this.flush();
    this.failed = true;
    return held + this.errorEvent(message, code);
  }

  /** One event whose data is JSON. */
  protected abstract rewrite(event: Frame, data: string, root: JsonNode): string;
  /** Everything that is still held, as events. */
  protected abstract flush(): string;
  /** Whether an end now is the end of the answer. */
  protected abstract isComplete(): boolean;
  protected abstract errorEvent(message: string, code: string): string;

  /** An event whose data is a word of the protocol and no JSON (`[DONE]`); null when it is not one. */
  protected word(_event: Frame, _data: string): string | null {
    return null;
  }

  /** Runs a whole string through a lane of its own and notes the edit; true when it changed. */
  protected rewriteString(body: TextLayer, node: JsonString, lane: TextLane, edits: Edit[]): boolean {
    const layer = stringLayer(body, node);
    if (layer.text === '') return false;
    return noteEdit(edits, replaceText(layer, rewriteWhole(this.open, lane, layer.text)));
  }

  private read(next: () => FramePiece[]): string {
    if (this.failed) return '';
    try {
      let out = '';
      for (const piece of next()) out += piece.kind === 'pass' ? piece.raw : this.event(piece.event);
      return out;
    } catch (error) {
      if (!(error instanceof DomainError) || !error.code.startsWith('upstream.')) throw error;
      return this.fail(error.publicMessage, 'upstream_rejected');
    }
  }

  private event(event: Frame): string {
    const { data } = event;
    if (data === undefined) return event.raw;
    const root = readData(data);
    if (root) return this.rewrite(event, data, root);
    const word = this.word(event, data.trim());
    if (word !== null) return word;
    const text = rewriteWhole(this.open, { choice: -1, field: 'unread', container: 'text' }, data);
    return text === data ? event.raw : event.withData(text.replace(/[\r\n]/g, ' '));
  }

  private isWhole(piece: FramePiece): boolean {
    if (piece.kind === 'pass' || piece.event.data === undefined) return true;
    const { data } = piece.event;
    return readData(data) !== null || /^\[[A-Z]+\]$/.test(data.trim());
  }
}

export function noteEdit(edits: Edit[], edit: Edit | null): boolean {
  if (edit) edits.push(edit);
  return edit !== null;
}

export function edited(event: Frame, data: string, edits: readonly Edit[]): string {
  return edits.length > 0 ? event.withData(applyEdits(data, edits)) : event.raw;
}

/** An event nested past the limit is read no further than one that is not JSON. */
function readData(data: string): JsonNode | null {
  try {
    return tryReadJson(data);
  } catch {
    return null;
  }
}
