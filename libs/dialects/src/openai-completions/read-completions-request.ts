import { DomainError } from '#lib/kernel';
import { invalid, type OpenedRequest, refuseRepeated } from '../dialect.js';
import { isTrue, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { exempt, list, namedBy, object, oneOf, scalar, text, value } from '../walk/rules.js';
import { type Rule, Walker } from '../walk/walker.js';

export type PromptRequest = OpenedRequest & { readonly model: string };

/**
 * Opens the raw body of `POST /v1/completions`. Throws as `readEmbeddingsRequest` does. Nothing is put before a prompt,
 * since the model goes on from it.
 */
export function readCompletionsRequest(raw: string): PromptRequest {
  return read(raw, 'prompt', completionsRule);
}

/**
 * Opens the raw body of `POST /v1/embeddings`. Throws `request.malformed`, `request.too_deep`, `request.invalid`, and
 * `request.unsupported` when the text comes as numbers of a vocabulary, which no detector can read.
 */
export function readEmbeddingsRequest(raw: string): PromptRequest {
  return read(raw, 'input', embeddingsRule);
}

function read(raw: string, field: 'prompt' | 'input', rule: Rule): PromptRequest {
  const root = readJson(raw);
  refuseRepeated(root, ['model', 'stream', field]);
  const model = textMember(raw, root, 'model');
  if (model === undefined || model === '') throw invalid('/model', 'The field "model" must be a string.');
  const input = memberOf(root, field);
  if (input && holdsNumbers(input)) {
    throw new DomainError('request.unsupported', {
      publicMessage: `The field "${field}" must hold text, not token numbers: they can't be looked through.`,
      pointer: `/${field}`,
    });
  }
  const walker = new Walker(raw);
  rule(walker, root, { layer: walker.root, path: '' });
  const stream = isTrue(raw, memberOf(root, 'stream'));
  return walker.body({ model, stream, hasTools: false, toolNames: [], jsonAnswer: false, messages: [] });
}

function holdsNumbers(node: JsonNode): boolean {
  return node.kind === 'number' || (node.kind === 'array' && node.items.some(holdsNumbers));
}

export const completionsRule = object({
  model: exempt,
  prompt: list(text),
  suffix: text,
  stop: list(value),
  user: value,
  logit_bias: namedBy('exempt', scalar),
  stream: scalar,
  stream_options: object({ include_usage: scalar, include_obfuscation: scalar }),
  echo: scalar,
  n: scalar,
  best_of: scalar,
  seed: scalar,
  logprobs: scalar,
  max_tokens: scalar,
  temperature: scalar,
  top_p: scalar,
  presence_penalty: scalar,
  frequency_penalty: scalar,
});

export const embeddingsRule = object({
  model: exempt,
  input: list(text),
  user: value,
  encoding_format: oneOf('float', 'base64'),
  dimensions: scalar,
});
