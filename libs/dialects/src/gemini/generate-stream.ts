import { applyEdits, type Edit } from '#lib/kernel';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { replaceText } from '../json/replace-text.js';
import { bodyLayer, stringLayer, type TextLayer } from '../json/text-layer.js';
import { errorPieces } from '../openai-chat/read-chat-response.js';
import type { Frame } from '../stream/frame.js';
import { JsonArrayReader } from '../stream/json-array-reader.js';
import { type LaneWriter, rewriteWhole, type TextLane } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { EVENT_CHARS_MAX, noteEdit, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { candidatePieces } from './candidate-pieces.js';
import { candidatesOf, withoutLogprobs } from './read-generate-answer.js';

interface OpenLane {
  readonly lane: TextLane;
  readonly writer: LaneWriter;
}

interface Written {
  readonly layer: TextLayer;
  readonly opened: OpenLane | null;
  text: string;
}

/** Members of an event that a made-up event of the same answer repeats. */
const ENVELOPE = ['modelVersion', 'responseId', 'createTime'];

/**
 * Rewrites a streamGenerateContent answer: server-sent events (`alt=sse`), or one JSON array whose elements are the events.
 * Text and thoughts of each candidate are lanes; a lane's held text comes out when another kind of part follows, when its
 * candidate finishes, or at the end, in the event at hand or in one made for it.
 */
export class GenerateStream extends RewritingStream {
  private readonly lanes = new Map<number, Map<string, OpenLane>>();
  private readonly unfinished = new Set<number>();
  private readonly asArray: boolean;
  private envelope = '';
  private concluded = false;
  /** Of an array: whether its bracket and whether an element have gone out. */
  private opened = false;
  private elements = 0;

  constructor(options: StreamOptions & { readonly framing: 'sse' | 'array' }) {
    const charsMax = options.eventCharsMax ?? EVENT_CHARS_MAX;
    super(options.framing === 'array' ? new JsonArrayReader(charsMax) : new SseReader(charsMax), options);
    this.asArray = options.framing === 'array';
  }

  protected override isComplete(): boolean {
    return this.concluded || (!this.asArray && this.lanes.size > 0 && this.unfinished.size === 0);
  }

  protected override word(event: Frame, data: string): string | null {
    if (!this.asArray || data !== ']') return null;
    this.concluded = true;
    const held = this.heldEvents();
    return held.length > 0 ? (this.elements > 0 ? ',\n' : '') + held.join(',\n') + event.raw : event.raw;
  }

  protected override errorEvent(message: string): string {
    return this.framed([JSON.stringify({ error: { code: 502, message, status: 'UNAVAILABLE' } })], true);
  }

  protected override flush(): string {
    return this.framed(this.heldEvents(), false);
  }

  protected override rewrite(event: Frame, data: string, root: JsonNode): string {
    const edits: Edit[] = [];
    const before: string[] = [];
    const body = bodyLayer(data);
    if (root.kind === 'object') {
      const members = root.members.filter(({ name }) => ENVELOPE.includes(name));
      this.envelope = members.map(({ key, value }) => `,${data.slice(key.start, value.end)}`).join('');
    }
    for (const [ordinal, candidate] of candidatesOf(root).entries()) {
      before.push(...this.candidate(body, candidate, numberMember(data, candidate, 'index') ?? ordinal, edits));
    }
    if (memberOf(memberOf(root, 'promptFeedback'), 'blockReason')) this.concluded = true;
    const error = memberOf(root, 'error');
    if (error && !isNull(data, error)) {
      before.push(...this.heldEvents());
      rewritePieces(body, errorPieces(root), this.open, edits);
      this.concluded = true;
    }
    this.opened = true;
    this.elements += 1;
    const text = edits.length > 0 ? applyEdits(data, edits) : data;
    if (this.asArray) return event.withData([...before, text].join(',\n'));
    return this.framed(before, false) + (text === data ? event.raw : event.withData(text));
  }

  private candidate(body: TextLayer, node: JsonNode, choice: number, edits: Edit[]): string[] {
    const lanes = this.lanes.get(choice) ?? new Map<string, OpenLane>();
    this.lanes.set(choice, lanes);
    const written: Written[] = [];
    const seen = new Set<string>();
    for (const piece of candidatePieces(body.text, node, choice, this.options.jsonAnswer ? 'json' : 'text')) {
      const layer = stringLayer(body, piece.node);
      if (layer.text === '') continue;
      seen.add(piece.lane.field);
      const known = lanes.get(piece.lane.field);
      if (!piece.fragment && !known) {
        written.push({ layer, opened: null, text: rewriteWhole(this.open, piece.lane, layer.text) });
        continue;
      }
      const opened = known ?? { lane: piece.lane, writer: this.open(piece.lane) };
      lanes.set(piece.lane.field, opened);
      const text = opened.writer.push(layer.text) + (piece.fragment ? '' : opened.writer.flush());
      written.push({ layer, opened, text });
    }
    const finish = memberOf(node, 'finishReason');
    const finishes = finish !== undefined && !isNull(body.text, finish);
    if (finishes) this.unfinished.delete(choice);
    else this.unfinished.add(choice);

    const before: string[] = [];
    for (const [field, opened] of lanes) {
      // Another kind of part ends a text: thoughts end where text begins, text where a call begins.
      const goesOn = !finishes && (seen.size === 0 || (seen.size === 1 && seen.has(field)));
      if (goesOn || field.startsWith('functionCall/')) continue;
      const held = opened.writer.flush();
      if (held === '') continue;
      const last = written.findLast((one) => one.opened === opened);
      if (last) last.text += held;
      else before.push(this.made(opened.lane, held));
    }
    let changed = false;
    for (const { layer, text } of written) changed = noteEdit(edits, replaceText(layer, text)) || changed;
    if (changed) edits.push(...withoutLogprobs(body.text, node));
    return before;
  }

  private heldEvents(): string[] {
    const events: string[] = [];
    for (const lanes of this.lanes.values()) {
      for (const { lane, writer } of lanes.values()) {
        const held = writer.flush();
        // An argument that the upstream never went on with has no part of its own to stand in.
        if (held !== '' && !lane.field.includes('/')) events.push(this.made(lane, held));
      }
    }
    return events;
  }

  private made(lane: TextLane, text: string): string {
    const part = lane.field === 'thought' ? { text, thought: true } : { text };
    const candidate = { content: { parts: [part], role: 'model' }, index: lane.choice };
    return `{"candidates":[${JSON.stringify(candidate)}]${this.envelope}}`;
  }

  /** Events of our own after what has gone out; `last` closes an array. */
  private framed(events: readonly string[], last: boolean): string {
    if (!this.asArray) return events.map((data) => `data: ${data}\n\n`).join('');
    if (events.length === 0) return '';
    const head = this.elements > 0 ? ',\n' : this.opened ? '' : '[';
    this.opened = true;
    this.elements += events.length;
    return head + events.join(',\n') + (last ? ']' : '');
  }
}
