import type { Edit } from '#lib/kernel';
import { type JsonNode, memberOf, numberMember, textMember } from '../json/json-node.js';
import { replaceText } from '../json/replace-text.js';
import { bodyLayer, stringLayer } from '../json/text-layer.js';
import type { Frame } from '../stream/frame.js';
import type { Container, LaneWriter, TextLane } from '../stream/lane.js';
import { EVENT_CHARS_MAX, edited, noteEdit, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { withoutLogprobs } from './item-pieces.js';
import { itemEdits, responseEdits } from './read-responses-response.js';

/** Deltas by event name without `response.` and `.delta`; the member of the `done` event that repeats their text. */
const DELTAS: ReadonlyMap<string, { readonly container: Container; readonly whole: string }> = new Map(
  Object.entries({
    output_text: { container: 'text', whole: 'text' },
    refusal: { container: 'text', whole: 'refusal' },
    reasoning_text: { container: 'text', whole: 'text' },
    reasoning_summary_text: { container: 'text', whole: 'text' },
    function_call_arguments: { container: 'json', whole: 'arguments' },
    mcp_call_arguments: { container: 'json', whole: 'arguments' },
    custom_tool_call_input: { container: 'text', whole: 'input' },
    code_interpreter_call_code: { container: 'python', whole: 'code' },
    'audio.transcript': { container: 'text', whole: 'transcript' },
  }),
);

const ENDS = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled', 'error']);

interface OpenLane {
  readonly lane: TextLane;
  readonly writer: LaneWriter;
  readonly type: string;
  /** Where the lane stands, for an event made in its name: ids and indexes, in their own spelling. */
  where: string;
}

/**
 * Rewrites a Responses stream. A text comes two to five times (delta, text done, part done, item done, completed): every
 * copy is rewritten from the same original by the same rules, so they agree. What a lane holds back comes out as a delta of
 * its own, with the ids of its lane, before the event that ends it; sequence numbers after it move on by one.
 */
export class ResponsesStream extends RewritingStream {
  private readonly lanes = new Map<string, OpenLane>();
  private readonly toolNames = new Map<number, string>();
  private concluded = false;
  private made = 0;
  private sequence = -1;

  constructor(options: StreamOptions) {
    super(new SseReader(options.eventCharsMax ?? EVENT_CHARS_MAX), options);
  }

  protected override isComplete(): boolean {
    return this.concluded;
  }

  protected override word(event: Frame, data: string): string | null {
    return data === '[DONE]' ? this.flush() + event.raw : null;
  }

  protected override errorEvent(message: string, code: string): string {
    this.sequence += 1;
    const data = { type: 'error', code, message, param: null, sequence_number: this.sequence };
    return `event: error\ndata: ${JSON.stringify(data)}\n\n`;
  }

  protected override rewrite(event: Frame, data: string, root: JsonNode): string {
    const type = textMember(data, root, 'type') ?? event.name ?? '';
    const edits: Edit[] = [];
    let before = '';
    const output = numberMember(data, root, 'output_index') ?? 0;
    const delta = type.startsWith('response.') && type.endsWith('.delta') ? type.slice(9, -6) : '';
    if (DELTAS.has(delta)) {
      this.delta(delta, data, root, output, edits);
    } else {
      if (ENDS.has(type)) before += this.flush();
      before += this.whole(type, data, root, output, edits);
    }
    const sequence = memberOf(root, 'sequence_number');
    if (sequence?.kind === 'number') {
      this.sequence = Number(data.slice(sequence.start, sequence.end)) + this.made;
      if (this.made > 0) edits.push({ start: sequence.start, end: sequence.end, text: String(this.sequence) });
    }
    return before + edited(event, data, edits);
  }

  private delta(kind: string, data: string, root: JsonNode, output: number, edits: Edit[]): void {
    const node = memberOf(root, 'delta');
    if (node?.kind !== 'string') return;
    const layer = stringLayer(bodyLayer(data), node);
    const key = this.laneKey(kind, data, root, output);
    let opened = this.lanes.get(key);
    if (!opened) {
      const tool = this.toolNames.get(output);
      const container = kind === 'output_text' ? this.textContainer : DELTAS.get(kind)!.container;
      const lane: TextLane = { choice: output, field: key, container, ...(tool !== undefined && { tool }) };
      opened = { lane, writer: this.open(lane), type: `response.${kind}.delta`, where: '' };
      this.lanes.set(key, opened);
    }
    opened.where = ['item_id', 'output_index', 'content_index', 'summary_index']
      .map((name) => ({ name, value: memberOf(root, name) }))
      .map(({ name, value }) => (value ? `"${name}":${data.slice(value.start, value.end)},` : ''))
      .join('');
    const changed = layer.text !== '' && noteEdit(edits, replaceText(layer, opened.writer.push(layer.text)));
    if (changed) edits.push(...withoutLogprobs(data, root));
  }

  /** An event that carries whole texts. Gives the events to be sent before it. */
  private whole(type: string, data: string, root: JsonNode, output: number, edits: Edit[]): string {
    const kind = type.startsWith('response.') && type.endsWith('.done') ? type.slice(9, -5) : '';
    const known = DELTAS.get(kind);
    if (known) {
      const key = this.laneKey(kind, data, root, output);
      const before = this.flushLane(key);
      const node = memberOf(root, known.whole);
      const tool = this.toolNames.get(output);
      const lane: TextLane = {
        choice: output,
        field: key,
        container: kind === 'output_text' ? this.textContainer : known.container,
        ...(tool !== undefined && { tool }),
        repeat: true,
      };
      const changed = node?.kind === 'string' && this.rewriteString(bodyLayer(data), node, lane, edits);
      if (changed) edits.push(...withoutLogprobs(data, root));
      return before;
    }
    const response = memberOf(root, 'response');
    if (response)
      responseEdits(data, response, this.open, { jsonAnswer: this.options.jsonAnswer ?? false, repeat: true }, edits);
    let before = '';
    for (const name of ['item', 'part', 'annotation']) {
      const node = memberOf(root, name);
      if (node?.kind !== 'object') continue;
      const tool = textMember(data, node, 'name');
      if (tool !== undefined && name === 'item') this.toolNames.set(output, tool);
      if (type.endsWith('.done')) before += this.flushOutput(output);
      const repeat = name !== 'annotation';
      itemEdits(data, node, { output, textContainer: this.textContainer, repeat }, this.open, edits);
    }
    if (type === 'error') {
      const message = memberOf(root, 'message');
      const lane: TextLane = { choice: -1, field: 'error', container: 'text' };
      if (message?.kind === 'string') this.rewriteString(bodyLayer(data), message, lane, edits);
    }
    if (ENDS.has(type)) this.concluded = true;
    return before;
  }

  private get textContainer(): Container {
    return this.options.jsonAnswer ? 'json' : 'text';
  }

  private laneKey(kind: string, data: string, root: JsonNode, output: number): string {
    const part = numberMember(data, root, 'content_index') ?? numberMember(data, root, 'summary_index') ?? 0;
    return `${output}/${kind}/${part}`;
  }

  private flushOutput(output: number): string {
    return [...this.lanes.keys()]
      .filter((key) => key.startsWith(`${output}/`))
      .map((key) => this.flushLane(key))
      .join('');
  }

  private flushLane(key: string): string {
    const opened = this.lanes.get(key);
    const held = opened?.writer.flush() ?? '';
    if (!opened || held === '') return '';
    this.made += 1;
    this.sequence += 1;
    const logprobs = opened.type === 'response.output_text.delta' ? ',"logprobs":[]' : '';
    const data = `{"type":"${opened.type}",${opened.where}"delta":${JSON.stringify(held)},"sequence_number":${this.sequence}${logprobs}}`;
    return `event: ${opened.type}\ndata: ${data}\n\n`;
  }

  protected override flush(): string {
    return [...this.lanes.keys()].map((key) => this.flushLane(key)).join('');
  }
}
