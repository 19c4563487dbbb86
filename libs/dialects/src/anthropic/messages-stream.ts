import type { Edit } from '#lib/kernel';
import { type JsonNode, memberOf, numberMember, textMember } from '../json/json-node.js';
import { replaceText } from '../json/replace-text.js';
import { bodyLayer, stringLayer } from '../json/text-layer.js';
import { errorPieces } from '../openai-chat/read-chat-response.js';
import type { Frame } from '../stream/frame.js';
import type { Container, LaneWriter } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { EVENT_CHARS_MAX, edited, noteEdit, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { blockPieces } from './block-pieces.js';

/** Deltas that carry text: type, member. Thinking and signatures are not among them and go through byte for byte. */
const DELTA_FIELDS: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['input_json_delta', 'partial_json'],
]);

interface Block {
  readonly writer: LaneWriter;
  readonly deltaType: string;
}

/**
 * Rewrites a Messages stream. One lane per content block; what it holds back comes out as a delta of that block before the
 * block stops.
 */
export class MessagesStream extends RewritingStream {
  private readonly blocks = new Map<number, Block>();
  private readonly tools = new Map<number, string>();
  private concluded = false;

  constructor(options: StreamOptions) {
    super(new SseReader(options.eventCharsMax ?? EVENT_CHARS_MAX), options);
  }

  protected override isComplete(): boolean {
    return this.concluded;
  }

  protected override errorEvent(message: string): string {
    return `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'api_error', message } })}\n\n`;
  }

  protected override rewrite(event: Frame, data: string, root: JsonNode): string {
    const edits: Edit[] = [];
    const type = textMember(data, root, 'type') ?? event.name ?? '';
    const index = numberMember(data, root, 'index') ?? 0;
    let before = '';
    if (type === 'content_block_start') this.start(data, root, index, edits);
    else if (type === 'content_block_delta') this.delta(data, root, index, edits);
    else if (type === 'content_block_stop') before = this.stop(index);
    else if (type === 'message_stop' || type === 'error') {
      before = this.flush();
      this.concluded = true;
      rewritePieces(bodyLayer(data), errorPieces(root), this.open, edits);
    }
    return before + edited(event, data, edits);
  }

  /** A block's first event may carry text already, or be a server tool's result as a whole. */
  private start(data: string, root: JsonNode, index: number, edits: Edit[]): void {
    const block = memberOf(root, 'content_block');
    if (!block) return;
    const name = textMember(data, block, 'name');
    if (name !== undefined) this.tools.set(index, name);
    const text = memberOf(block, 'text');
    if (textMember(data, block, 'type') === 'text' && text?.kind === 'string') {
      const layer = stringLayer(bodyLayer(data), text);
      if (layer.text !== '')
        noteEdit(edits, replaceText(layer, this.block(index, 'text_delta').writer.push(layer.text)));
      return;
    }
    rewritePieces(bodyLayer(data), blockPieces(data, block, index, 'text'), this.open, edits);
  }

  private delta(data: string, root: JsonNode, index: number, edits: Edit[]): void {
    const delta = memberOf(root, 'delta');
    const type = textMember(data, delta, 'type') ?? '';
    const citation = memberOf(delta, 'citation');
    if (citation) rewritePieces(bodyLayer(data), blockPieces(data, citation, index, 'text'), this.open, edits);
    const node = memberOf(delta, DELTA_FIELDS.get(type) ?? '');
    if (node?.kind !== 'string') return;
    const layer = stringLayer(bodyLayer(data), node);
    if (layer.text !== '') noteEdit(edits, replaceText(layer, this.block(index, type).writer.push(layer.text)));
  }

  private block(index: number, deltaType: string): Block {
    let block = this.blocks.get(index);
    if (!block) {
      const isText = deltaType === 'text_delta';
      const container: Container = isText && !this.options.jsonAnswer ? 'text' : 'json';
      const tool = this.tools.get(index);
      const field = `content/${index}/${isText ? 'text' : 'input'}`;
      const lane = { choice: index, field, container, ...(tool !== undefined && { tool }) };
      block = { writer: this.open(lane), deltaType };
      this.blocks.set(index, block);
    }
    return block;
  }

  private stop(index: number): string {
    const block = this.blocks.get(index);
    const held = block?.writer.flush() ?? '';
    if (!block || held === '') return '';
    const delta = { type: block.deltaType, [DELTA_FIELDS.get(block.deltaType)!]: held };
    return `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index, delta })}\n\n`;
  }

  protected override flush(): string {
    return [...this.blocks.keys()].map((index) => this.stop(index)).join('');
  }
}
