import { DomainError } from '#lib/kernel';
import type { ModelDelta, ModelToolCall, ModelTurn } from '#lib/tools';
import { parseOrNull } from '../proxy/parse-or-null.js';

interface ChatMessage {
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
}

interface CallParts {
  id: string;
  name: string;
  arguments: string;
}

const CALL_CHARS_MAX = 1_000_000;

/** A whole answer of Chat Completions as a turn. Throws `upstream.rejected` when it is none. */
export function readChatTurn(raw: string): ModelTurn {
  const body = parseOrNull(raw) as {
    choices?: { message?: ChatMessage; finish_reason?: unknown }[];
    usage?: unknown;
  } | null;
  const choice = body?.choices?.[0];
  if (!choice?.message) throw notAnAnswer();
  const turn = new ChatTurn();
  turn.take(choice.message);
  return turn.finish(choice.finish_reason, body?.usage);
}

/** Reads a stream of Chat Completions, as it comes. */
export class ChatTurnReader {
  private readonly turn = new ChatTurn();
  private buffer = '';
  private finishReason: unknown;
  private usage: unknown;

  /** Text of the stream; gives what it adds to the answer. */
  push(text: string): ModelDelta[] {
    this.buffer += text;
    const deltas: ModelDelta[] = [];
    for (;;) {
      const at = this.buffer.indexOf('\n');
      if (at === -1) return deltas;
      const line = this.buffer.slice(0, at).trimEnd();
      this.buffer = this.buffer.slice(at + 1);
      if (line.startsWith('data:')) deltas.push(...this.event(line.slice(5).trim()));
    }
  }

  /** Throws `upstream.rejected` when the stream broke off. */
  end(): ModelTurn {
    if (this.finishReason === undefined) throw notAnAnswer();
    return this.turn.finish(this.finishReason, this.usage);
  }

  private event(data: string): ModelDelta[] {
    const event = data === '[DONE]' ? null : (parseOrNull(data) as Record<string, unknown> | null);
    if (!event) return [];
    if (event.error) throw notAnAnswer();
    if (event.usage) this.usage = event.usage;
    const [choice] = Array.isArray(event.choices)
      ? (event.choices as { delta?: ChatMessage; finish_reason?: unknown }[])
      : [];
    if (!choice) return [];
    if (choice.finish_reason) this.finishReason = choice.finish_reason;
    return choice.delta ? this.turn.take(choice.delta) : [];
  }
}

class ChatTurn {
  private text = '';
  private reasoning = '';
  private readonly calls: CallParts[] = [];

  take(message: ChatMessage): ModelDelta[] {
    const deltas: ModelDelta[] = [];
    const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning);
    const text = textOf(message.content);
    if (reasoning !== '') deltas.push({ kind: 'reasoning', text: reasoning });
    if (text !== '') deltas.push({ kind: 'text', text });
    this.reasoning += reasoning;
    this.text += text;
    for (const [at, call] of (Array.isArray(message.tool_calls) ? message.tool_calls : []).entries())
      this.call(call, at);
    return deltas;
  }

  finish(reason: unknown, usage: unknown): ModelTurn {
    const calls = this.calls
      .filter((call) => call !== undefined && call.name !== '')
      .map((call, index): ModelToolCall => ({ ...call, id: call.id === '' ? `call_${index}` : call.id }));
    return {
      text: this.text,
      reasoning: this.reasoning,
      calls,
      usage: usageOf(usage, this.text + this.reasoning),
      finish: typeof reason === 'string' ? reason : 'stop',
    };
  }

  private call(value: unknown, at: number): void {
    const {
      index,
      id,
      function: made,
    } = (value ?? {}) as {
      index?: number;
      id?: string;
      function?: { name?: string; arguments?: unknown };
    };
    const place = typeof index === 'number' && index >= 0 && index < 1_000 ? index : at;
    this.calls[place] ??= { id: '', name: '', arguments: '' };
    const call = this.calls[place];
    if (typeof id === 'string' && id !== '') call.id = id;
    if (typeof made?.name === 'string') call.name += made.name;
    const given = made?.arguments;
    if (typeof given === 'string') call.arguments += given;
    else if (given !== undefined && given !== null) call.arguments += JSON.stringify(given);
    if (call.arguments.length > CALL_CHARS_MAX) throw notAnAnswer();
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

/** As the upstream counts; where it does not, four characters are one. */
function usageOf(usage: unknown, written: string): ModelTurn['usage'] {
  const { prompt_tokens: input, completion_tokens: output } = (usage ?? {}) as Record<string, unknown>;
  return {
    inputTokens: typeof input === 'number' ? input : 0,
    outputTokens: typeof output === 'number' ? output : Math.ceil(written.length / 4),
  };
}

function notAnAnswer(): DomainError {
  return new DomainError('upstream.rejected', { publicMessage: 'The upstream did not answer as this API does.' });
}
