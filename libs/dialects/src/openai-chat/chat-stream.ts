import type { Edit } from '#lib/kernel';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { bodyLayer, type TextLayer } from '../json/text-layer.js';
import type { Frame } from '../stream/frame.js';
import { type HeldText, LaneSet } from '../stream/lane-set.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { EVENT_CHARS_MAX, edited, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { choicePieces } from './chat-pieces.js';
import { errorPieces, rangeOf } from './read-chat-response.js';

/** Members of an event that a made-up event of the same answer repeats. */
const ENVELOPE = ['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier'];

interface Choice {
  readonly lanes: LaneSet;
  readonly toolNames: Map<string, string>;
  finished: boolean;
}

/**
 * Rewrites the texts of a Chat Completions or Completions stream, lane by lane, and leaves everything else as it came: event order,
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
    const state = this.choices.get(index) ?? { lanes: new LaneSet(this.open), toolNames: new Map(), finished: false };
    this.choices.set(index, state);
    const pieces = choicePieces(source, node, {
      choice: index,
      contentContainer: this.options.jsonAnswer ? 'json' : 'text',
      toolNames: state.toolNames,
    });
    const finish = memberOf(node, 'finish_reason');
    const finishes = finish !== undefined && !isNull(source, finish);
    if (finishes) state.finished = true;
    // A client takes reasoning as over when content begins, and content when a call begins.
    const ends = (field: string, opened: readonly string[]): boolean =>
      finishes || opened.some((other) => rankOf(other) > rankOf(field));
    const { changed, held } = state.lanes.take(body, pieces, ends, edits);
    const logprobs = memberOf(node, 'logprobs');
    // Log probabilities spell the text piece by piece in its other form; there is no honest restored version of them.
    if (changed && logprobs && !isNull(source, logprobs)) edits.push({ ...rangeOf(logprobs), text: 'null' });
    return held.map((one) => this.made(one)).join('');
  }

  protected override flush(): string {
    return [...this.choices.values()]
      .flatMap(({ lanes }) => lanes.flush())
      .map((one) => this.made(one))
      .join('');
  }

  private keepEnvelope(source: string, root: JsonNode): void {
    if (root.kind !== 'object') return;
    const members = root.members.filter((member) => ENVELOPE.includes(member.name));
    this.envelope = members.map((member) => `${source.slice(member.key.start, member.value.end)},`).join('');
  }

  private made({ lane, text }: HeldText): string {
    const content = lane.field === 'text' ? { text } : { delta: deltaOf(lane.field, text) };
    const choice = JSON.stringify({ index: lane.choice, ...content, finish_reason: null });
    return `data: {${this.envelope}"choices":[${choice}]}\n\n`;
  }
}

/** Reasoning comes first, then content, then calls. */
function rankOf(field: string): number {
  if (field.startsWith('reasoning')) return 0;
  return field.startsWith('tool_calls') || field === 'function_call/arguments' ? 2 : 1;
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
