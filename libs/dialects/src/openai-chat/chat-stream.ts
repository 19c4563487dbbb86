import type { Edit } from '#lib/kernel';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { replaceText } from '../json/replace-text.js';
import { bodyLayer, stringLayer, type TextLayer } from '../json/text-layer.js';
import type { Frame } from '../stream/frame.js';
import { type LaneWriter, rewriteWhole, type TextLane } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { EVENT_CHARS_MAX, edited, noteEdit, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { piecesOf } from './chat-pieces.js';
import { errorPieces, rangeOf } from './read-chat-response.js';

/** Members of an event that a made-up event of the same answer repeats. */
const ENVELOPE = ['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier'];

interface OpenLane {
  readonly lane: TextLane;
  readonly writer: LaneWriter;
}

interface Choice {
  readonly lanes: Map<string, OpenLane>;
  readonly toolNames: Map<string, string>;
  finished: boolean;
}

/** A text of one event, its lane and what it becomes. */
interface Written {
  readonly layer: TextLayer;
  readonly opened: OpenLane | null;
  text: string;
}

/**
 * Rewrites the texts of a Chat Completions stream, lane by lane, and leaves everything else as it came: event order,
 * comments, line endings, ids, usage, unknown keys.
 *
 * What a lane holds back comes out with the event that finishes its choice, before `[DONE]`, or at the end; when no event
 * of that lane is at hand, an event of the same answer is made for it. A stream that ends before every choice has
 * finished ends in an error event, so that a cut is never mistaken for an answer.
 */
export class ChatStream extends RewritingStream {
  private readonly choices = new Map<number, Choice>();
  private envelope = '';
  /** The upstream has said `[DONE]` or sent its own error: an end now is no cut. */
  private concluded = false;

  constructor(options: StreamOptions) {
    super(new SseReader(options.eventCharsMax ?? EVENT_CHARS_MAX), options);
  }

  protected override isComplete(): boolean {
    return this.concluded || (this.choices.size > 0 && [...this.choices.values()].every((choice) => choice.finished));
  }

  protected override errorEvent(message: string, code: string): string {
    return `data: ${JSON.stringify({ error: { message, type: 'upstream_error', param: null, code } })}\n\n`;
  }

  protected override word(event: Frame, data: string): string | null {
    if (data !== '[DONE]') return null;
    this.concluded = true;
    return this.flush() + event.raw;
  }

  protected override rewrite(event: Frame, data: string, root: JsonNode): string {
    const edits: Edit[] = [];
    let before = '';
    const body = bodyLayer(data);
    const choices = memberOf(root, 'choices');
    if (choices?.kind === 'array' && choices.items.length > 0) this.keepEnvelope(data, root);
    for (const [ordinal, choice] of (choices?.kind === 'array' ? choices.items : []).entries()) {
      before += this.choice(body, choice, numberMember(data, choice, 'index') ?? ordinal, edits);
    }
    const error = memberOf(root, 'error');
    if (error && !isNull(data, error)) {
      before += this.flush();
      this.concluded = true;
      rewritePieces(body, errorPieces(root), this.open, edits);
    }
    return before + edited(event, data, edits);
  }

  /** Rewrites one choice of an event; gives events to be sent before it. */
  private choice(body: TextLayer, node: JsonNode, index: number, edits: Edit[]): string {
    const source = body.text;
    const state = this.choices.get(index) ?? { lanes: new Map(), toolNames: new Map(), finished: false };
    this.choices.set(index, state);
    const written: Written[] = [];
    let topRank = -1;
    for (const piece of piecesOf(source, memberOf(node, 'delta') ?? memberOf(node, 'message'), {
      choice: index,
      contentContainer: this.options.jsonAnswer ? 'json' : 'text',
      toolNames: state.toolNames,
    })) {
      const layer = stringLayer(body, piece.node);
      if (layer.text === '') continue;
      if (piece.whole) {
        written.push({ layer, opened: null, text: rewriteWhole(this.open, piece.lane, layer.text) });
        continue;
      }
      let opened = state.lanes.get(piece.lane.field);
      if (!opened) {
        opened = { lane: piece.lane, writer: this.open(piece.lane) };
        state.lanes.set(piece.lane.field, opened);
        topRank = Math.max(topRank, rankOf(piece.lane));
      }
      written.push({ layer, opened, text: opened.writer.push(layer.text) });
    }

    const finish = memberOf(node, 'finish_reason');
    const finishes = finish !== undefined && !isNull(source, finish);
    if (finishes) state.finished = true;
    let before = '';
    for (const opened of state.lanes.values()) {
      // A client takes reasoning as over when content begins, and content when a call begins.
      if (!finishes && !(topRank > rankOf(opened.lane))) continue;
      const held = opened.writer.flush();
      if (held === '') continue;
      const last = written.findLast((one) => one.opened === opened);
      if (last) last.text += held;
      else before += this.made(opened.lane, held);
    }

    let changed = false;
    for (const { layer, text } of written) changed = noteEdit(edits, replaceText(layer, text)) || changed;
    const logprobs = memberOf(node, 'logprobs');
    // Log probabilities spell the text piece by piece in its other form; there is no honest restored version of them.
    if (changed && logprobs && !isNull(source, logprobs)) edits.push({ ...rangeOf(logprobs), text: 'null' });
    return before;
  }

  /** Everything that is still held, as events. */
  protected override flush(): string {
    let out = '';
    for (const choice of this.choices.values()) {
      for (const { lane, writer } of choice.lanes.values()) {
        const held = writer.flush();
        if (held !== '') out += this.made(lane, held);
      }
    }
    return out;
  }

  private keepEnvelope(source: string, root: JsonNode): void {
    if (root.kind !== 'object') return;
    const members = root.members.filter((member) => ENVELOPE.includes(member.name));
    this.envelope = members.map((member) => `${source.slice(member.key.start, member.value.end)},`).join('');
  }

  private made(lane: TextLane, text: string): string {
    const choice = JSON.stringify({ index: lane.choice, delta: deltaOf(lane.field, text), finish_reason: null });
    return `data: {${this.envelope}"choices":[${choice}]}\n\n`;
  }
}

/** Reasoning comes first, then content, then calls. */
function rankOf(lane: TextLane): number {
  if (lane.field.startsWith('reasoning')) return 0;
  return lane.field.startsWith('tool_calls') || lane.field === 'function_call/arguments' ? 2 : 1;
}

/** A delta that carries `text` in a lane's field: `tool_calls/0/arguments` becomes the first call's arguments. */
function deltaOf(field: string, text: string): object {
  const [head, ...rest] = field.split('/') as [string, ...string[]];
  if (head === 'tool_calls') {
    const [index, name] = rest as [string, string];
    const call = name === 'input' ? { custom: { input: text } } : { function: { arguments: text } };
    return { tool_calls: [{ index: Number(index), ...call }] };
  }
  return { [head]: rest.length > 0 ? { [rest[0]!]: text } : text };
}
