import { isNull, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import type { Frame } from '../stream/frame.js';
import { EVENT_CHARS_MAX, RewritingStream } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import type { TextEvent, TextParser } from './text-parser.js';

export interface EncoderOptions {
  readonly id: string;
  readonly model: string;
  /** Seconds since the Unix epoch. */
  readonly created: number;
  /** A fresh id for each call. */
  readonly callId: () => string;
}

/** A Chat Completions answer from a text model's whole answer. */
export function encodeChatAnswer(text: string, finish: string, parser: TextParser, options: EncoderOptions): string {
  const events = [...parser.push(text), ...parser.end()];
  const joined = (kind: 'text' | 'reasoning'): string =>
    events.map((one) => (one.kind === kind ? one.text : '')).join('');
  const calls = events.filter((one) => one.kind === 'call');
  const reasoning = joined('reasoning');
  const message = {
    role: 'assistant',
    content: joined('text') === '' && calls.length > 0 ? null : joined('text'),
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ call }) => ({ id: options.callId(), type: 'function', function: call })),
    }),
  };
  const reason = calls.length > 0 ? 'tool_calls' : finish;
  const { id, model, created } = options;
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, finish_reason: reason }],
  });
}

/**
 * Turns the stream of a Completions upstream into one of Chat Completions: text as content, calls as tool calls. What comes
 * out still holds tokens and goes through `ChatStream` like the answer of any other upstream.
 */
export class TextModelStream extends RewritingStream {
  private calls = 0;
  private started = false;
  private finish: string | null = null;
  /** Of an upstream that reports it with the last text, as a member of the event. */
  private usage = '';
  private concluded = false;

  constructor(
    private readonly parser: TextParser,
    private readonly encoder: EncoderOptions,
  ) {
    // Nothing is rewritten here: what is no JSON is passed on as it is.
    super(new SseReader(EVENT_CHARS_MAX), { open: () => ({ push: (text) => text, flush: () => '' }) });
  }

  protected override isComplete(): boolean {
    return this.finish !== null;
  }

  protected override errorEvent(message: string, code: string): string {
    return `data: ${JSON.stringify({ error: { message, type: 'upstream_error', param: null, code } })}\n\n`;
  }

  protected override word(event: Frame, data: string): string | null {
    return data === '[DONE]' ? this.flush() + event.raw : null;
  }

  protected override rewrite(event: Frame, data: string, root: JsonNode): string {
    const choices = memberOf(root, 'choices');
    const choice = choices?.kind === 'array' ? choices.items[0] : undefined;
    // Usage and errors have the same shape in both APIs.
    if (!choice) return event.raw;
    const finish = memberOf(choice, 'finish_reason');
    const said = this.encode(this.parser.push(textMember(data, choice, 'text') ?? ''));
    if (!finish || isNull(data, finish)) return said;
    this.finish = textMember(data, choice, 'finish_reason') ?? 'stop';
    const usage = memberOf(root, 'usage');
    if (usage) this.usage = `,"usage":${data.slice(usage.start, usage.end)}`;
    return said + this.flush();
  }

  protected override flush(): string {
    if (this.concluded) return '';
    this.concluded = true;
    const rest = this.encode(this.parser.end());
    if (this.finish === null) return rest;
    return rest + this.chunk({}, this.calls > 0 ? 'tool_calls' : this.finish);
  }

  private encode(events: readonly TextEvent[]): string {
    return events.map((event) => this.chunk(this.deltaOf(event), null)).join('');
  }

  private deltaOf(event: TextEvent): object {
    if (event.kind === 'text') return { content: event.text };
    if (event.kind === 'reasoning') return { reasoning_content: event.text };
    const index = this.calls;
    this.calls += 1;
    return { tool_calls: [{ index, id: this.encoder.callId(), type: 'function', function: event.call }] };
  }

  private chunk(delta: object, finish: string | null): string {
    const { id, model, created } = this.encoder;
    const role = this.started ? {} : { role: 'assistant' };
    this.started = true;
    const choice = { index: 0, delta: { ...role, ...delta }, finish_reason: finish };
    const event = JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices: [choice] });
    return `data: ${finish === null ? event : `${event.slice(0, -1)}${this.usage}}`}\n\n`;
  }
}
