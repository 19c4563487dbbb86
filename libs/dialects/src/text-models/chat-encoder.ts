import { isNull, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import type { Frame } from '../stream/frame.js';
import { EVENT_CHARS_MAX, RewritingStream } from '../stream/rewriting-stream.js';
import { SseReader } from '../stream/sse-reader.js';
import { chatGlmHistory } from './chatglm3-history.js';
import { argumentsOf } from './chatglm3-messages.js';
import type { TextCall, TextChat } from './text-chat.js';
import type { TextEvent, TextParser } from './text-parser.js';
import type { CallShape } from './text-request.js';

export interface EncoderOptions {
  readonly id: string;
  readonly model: string;
  /** Seconds since the Unix epoch. */
  readonly created: number;
  /** A fresh id for each call. */
  readonly callId: () => string;
  /** How the caller reads calls; `tool_calls` with arguments as JSON text when absent. */
  readonly shape?: CallShape;
  /** The conversation that is answered, for callers who want it back (`return_function_call`). */
  readonly chat?: TextChat;
  /** A JSON text that the answer's `usage` is. */
  readonly usage?: string;
}

/** A Chat Completions answer from a text model's whole answer. */
export function encodeChatAnswer(text: string, finish: string, parser: TextParser, options: EncoderOptions): string {
  const events = [...parser.push(text), ...parser.end()];
  const joined = (kind: 'text' | 'reasoning'): string =>
    events.map((one) => (one.kind === kind ? one.text : '')).join('');
  const calls = events.flatMap((one) => (one.kind === 'call' ? [one.call] : []));
  const reasoning = joined('reasoning');
  const [first] = calls;
  const raw = options.shape?.rawContent && first ? { content: text, metadata: first.name } : {};
  const message = {
    role: 'assistant',
    content: joined('text') === '' && first ? null : joined('text'),
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...callMembers(calls, options),
    ...raw,
  };
  const history = options.shape?.rawContent && options.chat && { history: chatGlmHistory(options.chat, text, first) };
  const choice = { index: 0, message, finish_reason: first ? finishOf(options) : finish, ...history };
  const { id, model, created, usage } = options;
  const body = JSON.stringify({ id, object: 'chat.completion', created, model, choices: [choice] });
  return usage === undefined ? body : `${body.slice(0, -1)},"usage":${usage}}`;
}

function callMembers(calls: readonly TextCall[], options: EncoderOptions): object {
  const [first] = calls;
  if (!first) return {};
  if (options.shape?.functionCall) return { function_call: written(first, options) };
  return {
    tool_calls: calls.map((call) => ({ id: options.callId(), type: 'function', function: written(call, options) })),
  };
}

function written({ name, arguments: values }: TextCall, { shape }: EncoderOptions): object {
  return { name, arguments: shape?.objectArguments ? argumentsOf(values) : values };
}

function finishOf({ shape }: EncoderOptions): string {
  return shape?.functionCall ? 'function_call' : 'tool_calls';
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
    return rest + this.chunk({}, this.calls > 0 ? finishOf(this.encoder) : this.finish);
  }

  private encode(events: readonly TextEvent[]): string {
    return events.map((event) => this.chunk(this.deltaOf(event), null)).join('');
  }

  private deltaOf(event: TextEvent): object {
    if (event.kind === 'text') return { content: event.text };
    if (event.kind === 'reasoning') return { reasoning_content: event.text };
    const index = this.calls;
    this.calls += 1;
    const call = written(event.call, this.encoder);
    if (this.encoder.shape?.functionCall) return index === 0 ? { function_call: call } : {};
    return { tool_calls: [{ index, id: this.encoder.callId(), type: 'function', function: call }] };
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
