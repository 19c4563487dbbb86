import { DomainError } from '#lib/kernel';
import { isTrue, type JsonNode, memberOf, numberMember, textMember, textOf } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { readTextChat } from './read-text-chat.js';
import type { TextChat } from './text-chat.js';
import { itemsOf } from './text-nodes.js';

/** How a caller reads calls: as it wrote them. */
export interface CallShape {
  /** Arguments as objects, as Hugging Face's messages have them. */
  readonly objectArguments: boolean;
  /** The older `function_call` of a message, which a caller that offers `functions` reads. */
  readonly functionCall: boolean;
  /** `return_function_call`: the model's own text, and the conversation with it, beside the call (ChatGLM3 servers). */
  readonly rawContent: boolean;
}

/** A Chat Completions request, as far as a text-completion model can serve it. */
export interface TextRequest {
  readonly chat: TextChat;
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly shape: CallShape;
  /** Texts at which the caller wants the answer to stop. */
  readonly stop: readonly string[];
  /** Sampling settings, as JSON members in the caller's own spelling: `"temperature":0.70`. */
  readonly sampling: ReadonlyMap<string, string>;
}

const SAMPLING = ['temperature', 'top_p', 'seed', 'presence_penalty', 'frequency_penalty', 'max_tokens'] as const;

/** Throws `request.unsupported` for what a text-completion model cannot do: several choices, other parts than text, JSON mode. */
export function readTextRequest(raw: string): TextRequest {
  const root = readJson(raw);
  if ((numberMember(raw, root, 'n') ?? 1) !== 1) throw unsupported('/n', 'gives one choice');
  const format = textMember(raw, memberOf(root, 'response_format'), 'type') ?? 'text';
  if (format !== 'text') throw unsupported('/response_format', 'has no JSON mode');
  const chat = readTextChat(raw);
  return {
    chat,
    model: textMember(raw, root, 'model') ?? '',
    stream: isTrue(raw, memberOf(root, 'stream')),
    includeUsage: isTrue(raw, memberOf(memberOf(root, 'stream_options'), 'include_usage')),
    shape: {
      objectArguments: chat.objectArguments,
      functionCall: memberOf(root, 'functions') !== undefined && memberOf(root, 'tools') === undefined,
      rawContent: isTrue(raw, memberOf(root, 'return_function_call')),
    },
    stop: stopsOf(raw, memberOf(root, 'stop')),
    sampling: samplingOf(raw, root),
  };
}

function stopsOf(raw: string, node: JsonNode | undefined): string[] {
  if (node?.kind === 'string') return [textOf(raw, node)];
  return itemsOf(node).flatMap((one) => (one.kind === 'string' ? [textOf(raw, one)] : []));
}

function samplingOf(raw: string, root: JsonNode): Map<string, string> {
  const given = new Map<string, string>();
  for (const name of SAMPLING) {
    const node = (name === 'max_tokens' ? memberOf(root, 'max_completion_tokens') : undefined) ?? memberOf(root, name);
    if (node?.kind === 'number') given.set(name, raw.slice(node.start, node.end));
  }
  return given;
}

function unsupported(pointer: string, what: string): DomainError {
  return new DomainError('request.unsupported', { publicMessage: `The model of this upstream ${what}.`, pointer });
}
