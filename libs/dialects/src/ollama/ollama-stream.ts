import type { Edit } from '#lib/kernel';
import { isTrue, type JsonNode, memberOf } from '../json/json-node.js';
import { bodyLayer } from '../json/text-layer.js';
import { errorPieces } from '../openai-chat/read-chat-response.js';
import type { Frame } from '../stream/frame.js';
import { type HeldText, LaneSet } from '../stream/lane-set.js';
import { NdjsonReader } from '../stream/ndjson-reader.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { EVENT_CHARS_MAX, edited, RewritingStream, type StreamOptions } from '../stream/rewriting-stream.js';
import { ollamaPieces } from './ollama-pieces.js';
import { withoutLogprobs } from './read-ollama-answer.js';

/** Members of a line that a made-up line of the same answer repeats. */
const ENVELOPE = ['model', 'created_at'];

/** Rewrites the newline-delimited stream of `/api/chat` or `/api/generate`. */
export class OllamaStream extends RewritingStream {
  private readonly lanes: LaneSet;
  private envelope = '';
  private concluded = false;

  constructor(options: StreamOptions) {
    super(new NdjsonReader(options.eventCharsMax ?? EVENT_CHARS_MAX), options);
    this.lanes = new LaneSet(options.open);
  }

  protected override isComplete(): boolean {
    return this.concluded;
  }

  protected override errorEvent(message: string): string {
    return `${JSON.stringify({ error: message })}\n`;
  }

  protected override flush(): string {
    return this.lanes
      .flush()
      .map((one) => this.made(one))
      .join('');
  }

  protected override rewrite(event: Frame, data: string, root: JsonNode): string {
    const edits: Edit[] = [];
    const body = bodyLayer(data);
    if (root.kind === 'object') {
      const members = root.members.filter(({ name }) => ENVELOPE.includes(name));
      this.envelope = members.map(({ key, value }) => `${data.slice(key.start, value.end)},`).join('');
    }
    const done = isTrue(data, memberOf(root, 'done'));
    // Thinking ends where content begins, and content where a call does.
    const ends = (field: string, _: readonly string[], carried: ReadonlySet<string>): boolean =>
      done || [...carried].some((other) => other !== field);
    const pieces = ollamaPieces(data, root, this.options.jsonAnswer ? 'json' : 'text');
    const { changed, held } = this.lanes.take(body, pieces, ends, edits);
    if (changed) edits.push(...withoutLogprobs(data, root));
    let before = held.map((one) => this.made(one)).join('');
    if (memberOf(root, 'error')) {
      before += this.flush();
      rewritePieces(body, errorPieces(root), this.open, edits);
      this.concluded = true;
    }
    if (done) this.concluded = true;
    return before + edited(event, data, edits);
  }

  private made({ lane, text }: HeldText): string {
    const [head, field] = lane.field.split('/') as [string, string | undefined];
    const content = field === 'content' ? '' : '"content":"",';
    const message = `"message":{"role":"assistant",${content}${JSON.stringify(field ?? '')}:${JSON.stringify(text)}}`;
    const response = `${head === 'thinking' ? '"response":"",' : ''}${JSON.stringify(head)}:${JSON.stringify(text)}`;
    return `{${this.envelope}${field === undefined ? response : message},"done":false}\n`;
  }
}
