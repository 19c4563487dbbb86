import { jsonSchema } from '../walk/json-schema.js';
import { choosing } from '../walk/rule-shape.js';
import {
  bare,
  data,
  either,
  exempt,
  jsonText,
  later,
  list,
  mediaRule,
  namedBy,
  object,
  oneOf,
  scalar,
  text,
  value,
} from '../walk/rules.js';
import type { MediaKind, Rule } from '../walk/walker.js';

/** Fields of Chat Completions as published in openai-node `src/resources/chat/completions/completions.ts`. */

const cacheControl = object({ type: oneOf('ephemeral'), ttl: oneOf('5m', '1h') });

/** A content part that may be binary; dropping it leaves a text part in its place. */
function mediaPartRule(
  kind: MediaKind,
  field: string,
  inner: string,
  fields: Record<string, Rule>,
  bareBase64: boolean,
): Rule {
  const content = mediaRule({ kind, note: `[${kind} removed]`, bareBase64, otherwise: bare });
  const rule = object({
    type: oneOf(field),
    cache_control: cacheControl,
    [field]: object({ ...fields, [inner]: content }),
  });
  return choosing(
    () => [rule],
    (walker, part, place) => walker.withinPart(part, place.layer, () => rule(walker, part, place)),
  );
}

const PARTS: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    image_url: mediaPartRule('image', 'image_url', 'url', { detail: oneOf('auto', 'low', 'high') }, false),
    input_audio: mediaPartRule('audio', 'input_audio', 'data', { format: oneOf('wav', 'mp3') }, true),
    file: mediaPartRule('file', 'file', 'file_data', { filename: value, file_id: exempt }, true),
  }),
);

const textPart = object({
  type: oneOf('text', 'refusal', 'thinking', 'input_text', 'output_text'),
  text,
  refusal: text,
  thinking: text,
  cache_control: cacheControl,
});

const part = choosing(
  () => [textPart, ...PARTS.values()],
  (walker, node, place) => {
    const binary = node.kind === 'object' ? node.members.find((one) => PARTS.has(one.name)) : undefined;
    ((binary && PARTS.get(binary.name)) ?? textPart)(walker, node, place);
  },
);

const content = either({ string: text, array: list(either({ object: part, string: text })), literal: scalar });

const functionCall = object({ name: exempt, arguments: jsonText });

export const messageRule = object({
  role: oneOf('developer', 'system', 'user', 'assistant', 'tool', 'function', 'observation'),
  content,
  name: bare,
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  tool_call_id: exempt,
  tool_calls: list(
    object({
      id: exempt,
      index: scalar,
      type: oneOf('function', 'custom'),
      function: functionCall,
      custom: object({ name: exempt, input: text }),
    }),
  ),
  function_call: functionCall,
  audio: object({ id: exempt }),
  annotations: data,
  cache_control: cacheControl,
  // ChatGLM3: the name of a tool behind the role, and tools inside the system message.
  metadata: either({ string: exempt }),
  tools: later(() => chatGlmTools),
});

const functionDefinition = object({ name: exempt, description: value, parameters: jsonSchema, strict: scalar });

const chatGlmParameter = object({
  name: exempt,
  description: value,
  type: exempt,
  required: scalar,
});
const chatGlmTool = object({
  name: exempt,
  description: value,
  params: list(chatGlmParameter),
  parameters: either({ array: list(chatGlmParameter), object: jsonSchema }),
});
/** A list, or an object by the tools' names. */
const chatGlmTools = either({ array: list(chatGlmTool), object: namedBy('exempt', chatGlmTool) });

const toolChoice = either({
  string: oneOf('none', 'auto', 'required'),
  object: object({
    type: oneOf('function', 'custom', 'allowed_tools'),
    name: exempt,
    function: object({ name: exempt }),
    custom: object({ name: exempt }),
    allowed_tools: object({
      mode: oneOf('auto', 'required'),
      tools: list(
        object({
          type: oneOf('function', 'custom'),
          function: object({ name: exempt }),
          custom: object({ name: exempt }),
        }),
      ),
    }),
  }),
});

export const requestFields: Readonly<Record<string, Rule>> = {
  model: exempt,
  tools: list(
    object({
      type: oneOf('function', 'custom'),
      function: functionDefinition,
      cache_control: cacheControl,
      custom: object({
        name: exempt,
        description: value,
        format: object({
          type: oneOf('text', 'grammar'),
          grammar: object({ definition: value, syntax: oneOf('lark', 'regex') }),
        }),
      }),
    }),
  ),
  tool_choice: toolChoice,
  functions: list(functionDefinition),
  function_call: either({ string: oneOf('none', 'auto'), object: object({ name: exempt }) }),
  response_format: object({
    type: oneOf('text', 'json_object', 'json_schema'),
    json_schema: object({ name: exempt, description: value, schema: jsonSchema, strict: scalar }),
  }),
  prediction: object({ type: oneOf('content'), content }),
  user: value,
  safety_identifier: value,
  prompt_cache_key: value,
  prompt_cache_retention: oneOf('in_memory', 'in-memory', '24h'),
  metadata: data,
  stop: list(value),
  web_search_options: object({
    search_context_size: oneOf('low', 'medium', 'high'),
    user_location: object({
      type: oneOf('approximate'),
      approximate: object({ city: value, country: value, region: value, timezone: value }),
    }),
  }),
  logit_bias: namedBy('exempt', scalar),
  stream: scalar,
  stream_options: object({ include_usage: scalar, include_obfuscation: scalar }),
  modalities: list(oneOf('text', 'audio')),
  audio: object({
    format: oneOf('wav', 'aac', 'mp3', 'flac', 'opus', 'pcm16'),
    voice: either({ string: exempt, object: object({ id: exempt }) }),
  }),
  service_tier: oneOf('auto', 'default', 'flex', 'scale', 'priority'),
  reasoning_effort: oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
  verbosity: oneOf('low', 'medium', 'high'),
  temperature: scalar,
  top_p: scalar,
  n: scalar,
  seed: scalar,
  max_tokens: scalar,
  max_completion_tokens: scalar,
  presence_penalty: scalar,
  frequency_penalty: scalar,
  logprobs: scalar,
  top_logprobs: scalar,
  store: scalar,
  parallel_tool_calls: scalar,
  return_function_call: scalar,
};
