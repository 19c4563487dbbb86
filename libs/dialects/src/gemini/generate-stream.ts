import { applyEdits, type Edit } from '#lib/kernel';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { bodyLayer, type TextLayer } from '../json/text-layer.js';
import { errorPieces } from '../openai-chat/read-chat-response.js';
import type { Frame } from '../stream/frame.js';
import { JsonArrayReader } from '../stream/json-array-reader.js';
import { type HeldText, LaneSet } from '../stream/lane-set.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { EVENT_CHARS_MAX, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { candidatePieces } from './candidate-pieces.js';
import { candidatesOf, withoutLogprobs } from './read-generate-answer.js';

/** Members of an event that a made-up event of the same answer repeats. */
const ENVELOPE = ['modelVersion', 'responseId', 'createTime'];

/**
 * Rewrites a streamGenerateContent answer: server-sent events (`alt=sse`), or one JSON array whose elements are the events.
 * Text and thoughts of each candidate are lanes; a lane's held text comes out when another kind of part follows, when its
 * candidate finishes, or at the end, in the event at hand or in one made for it.
 */
export class GenerateStream extends RewritingStream {
  private readonly lanes = new Map<number, LaneSet>();
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
    const lanes = this.lanes.get(choice) ?? new LaneSet(this.open);
    this.lanes.set(choice, lanes);
    const finish = memberOf(node, 'finishReason');
    const finishes = finish !== undefined && !isNull(body.text, finish);
    if (finishes) this.unfinished.delete(choice);
    else this.unfinished.add(choice);
    // Another kind of part ends a text: thoughts end where text begins, text where a call begins.
    const ends = (field: string, _: readonly string[], carried: ReadonlySet<string>): boolean =>
      !field.includes('/') && (finishes || [...carried].some((other) => other !== field));
    const pieces = candidatePieces(body.text, node, choice, this.options.jsonAnswer ? 'json' : 'text');
    const { changed, held } = lanes.take(body, pieces, ends, edits);
    if (changed) edits.push(...withoutLogprobs(body.text, node));
    return held.map((one) => this.made(one));
  }

  private heldEvents(): string[] {
    return (
      [...this.lanes.values()]
        .flatMap((lanes) => lanes.flush())
        // An argument that the upstream never went on with has no part of its own to stand in.
        .filter(({ lane }) => !lane.field.includes('/'))
        .map((one) => this.made(one))
    );
  }

  private made({ lane, text }: HeldText): string {
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
