import { randomUUID } from 'node:crypto';
import type { UpstreamConfig } from '#lib/config';
import {
  type AnswerStream,
  type EncoderOptions,
  encodeChatAnswer,
  NdjsonCompletions,
  oneSystemMessage,
  readTextRequest,
  renderChatTemplate,
  type StreamOptions,
  type TextChat,
  type TextDialect,
  TextModelStream,
  type TextRequest,
  textDialect,
} from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import { parseOrNull } from './parse-or-null.js';
import { PREAMBLE } from './preamble.js';

/** Ollama's names of the settings that go by OpenAI's names. */
const OLLAMA_OPTIONS: Readonly<Record<string, string>> = { max_tokens: 'num_predict' };

/**
 * One Chat Completions call of a model that takes text only: the conversation becomes its prompt, what it writes becomes
 * an answer of Chat Completions. All of it is tokens; restoring comes after, as for any other upstream.
 */
export class TextModelCall {
  readonly path: string;
  readonly body: string;
  private readonly dialect: TextDialect;
  private readonly request: TextRequest;

  /** Takes the de-identified body. Throws `request.unsupported` for what such a model cannot do. */
  constructor(
    private readonly upstream: UpstreamConfig,
    chatBody: string,
  ) {
    this.dialect = textDialect(upstream.dialect!, upstream.toolFormat);
    this.request = readTextRequest(chatBody);
    this.path = upstream.wire === 'ollama' ? '/api/generate' : '/completions';
    this.body = upstream.wire === 'ollama' ? this.ollamaBody() : this.openaiBody();
  }

  /** Bytes of the upstream in, text of Chat Completions out, rewritten by the stream that `open`s its lanes. */
  stream(chat: (options: StreamOptions) => AnswerStream, options: StreamOptions): AnswerStream {
    const restored = chat(options);
    const encoder = new TextEncoder();
    const events = new TextModelStream(this.parser(), this.encoderOptions());
    const source = this.upstream.wire === 'ollama' ? new NdjsonCompletions() : null;
    const forward = (text: string): string => (text === '' ? '' : restored.push(encoder.encode(text)));
    const encoded = (text: string): string => (text === '' ? '' : events.push(encoder.encode(text)));
    return {
      push: (bytes) => forward(source ? encoded(source.push(bytes)) : events.push(bytes)),
      end: () => {
        const rest = forward((source ? encoded(source.end()) : '') + events.end());
        return rest + restored.end();
      },
      fail: (message, code) => restored.fail(message, code),
    };
  }

  /** The answer of a call that did not stream, as Chat Completions. Throws `upstream.rejected` when it is none. */
  answer(raw: string): string {
    const { text, finish, usage } = this.upstream.wire === 'ollama' ? ollamaText(raw) : openaiText(raw);
    return encodeChatAnswer(text, finish, this.parser(), {
      ...this.encoderOptions(),
      ...(usage !== undefined && { usage }),
    });
  }

  private parser() {
    return this.dialect.parser(this.chat.tools.map(({ name }) => name));
  }

  private get chat(): TextChat {
    return this.request.chat;
  }

  private encoderOptions(): EncoderOptions {
    const preamble = this.upstream.preamble ?? PREAMBLE;
    const [first, ...rest] = this.chat.messages;
    const isOurs = first?.role === 'system' && first.content === preamble;
    return {
      id: `chatcmpl-${randomUUID()}`,
      model: this.request.model,
      created: Math.floor(Date.now() / 1000),
      callId: () => `call_${randomUUID()}`,
      shape: this.request.shape,
      // The conversation that the caller gets back is its own.
      chat: isOurs ? { ...this.chat, messages: rest } : this.chat,
    };
  }

  private prompt(): string {
    const { chatTemplate, bosToken, eosToken } = this.upstream;
    const chat = oneSystemMessage(this.chat);
    if (chatTemplate === undefined) return this.dialect.render(chat);
    return renderChatTemplate(chatTemplate, chat, {
      ...(bosToken !== undefined && { bosToken }),
      ...(eosToken !== undefined && { eosToken }),
    });
  }

  private get stop(): string[] {
    return [...this.request.stop, ...this.dialect.stop];
  }

  private openaiBody(): string {
    const { model, stream, includeUsage, sampling } = this.request;
    const members = [
      `"model":${JSON.stringify(model)}`,
      `"prompt":${JSON.stringify(this.prompt())}`,
      `"stop":${JSON.stringify(this.stop)}`,
      ...[...sampling].map(([name, value]) => `${JSON.stringify(name)}:${value}`),
      ...(stream ? ['"stream":true'] : []),
      ...(stream && includeUsage ? ['"stream_options":{"include_usage":true}'] : []),
    ];
    return `{${members.join(',')}}`;
  }

  /** `raw`: the prompt is complete, and no template of Ollama's is put around it. */
  private ollamaBody(): string {
    const { model, stream, sampling } = this.request;
    const options = [
      `"stop":${JSON.stringify(this.stop)}`,
      ...[...sampling].map(([name, value]) => `${JSON.stringify(OLLAMA_OPTIONS[name] ?? name)}:${value}`),
    ];
    const members = [
      `"model":${JSON.stringify(model)}`,
      `"prompt":${JSON.stringify(this.prompt())}`,
      `"raw":true,"stream":${stream}`,
      `"options":{${options.join(',')}}`,
    ];
    return `{${members.join(',')}}`;
  }
}

interface TextAnswer {
  readonly text: string;
  readonly finish: string;
  readonly usage?: string;
}

function openaiText(raw: string): TextAnswer {
  const body = parseOrNull(raw) as { choices?: { text?: unknown; finish_reason?: unknown }[]; usage?: unknown } | null;
  const choice = body?.choices?.[0];
  if (typeof choice?.text !== 'string') throw notText();
  const finish = typeof choice.finish_reason === 'string' ? choice.finish_reason : 'stop';
  return { text: choice.text, finish, ...(body?.usage ? { usage: JSON.stringify(body.usage) } : {}) };
}

function ollamaText(raw: string): TextAnswer {
  const body = parseOrNull(raw) as { response?: unknown; done_reason?: unknown } | null;
  if (typeof body?.response !== 'string') throw notText();
  return { text: body.response, finish: body.done_reason === 'length' ? 'length' : 'stop' };
}

function notText(): DomainError {
  return new DomainError('upstream.rejected', { publicMessage: 'The upstream did not answer with a completion.' });
}
