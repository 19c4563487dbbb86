import { jsonSchema } from '../walk/json-schema.js';
import { choosing, shaped } from '../walk/rule-shape.js';
import {
  BASE64_SHAPE,
  bare,
  data,
  either,
  exempt,
  jsonText,
  list,
  mediaRule,
  object,
  oneOf,
  opaque,
  scalar,
  text,
  value,
} from '../walk/rules.js';
import type { MediaKind, Rule } from '../walk/walker.js';

/** Fields of the Responses API as published in openai-node `src/resources/responses/responses.ts`. */

const mediaString = (kind: MediaKind, bareBase64: boolean): Rule => {
  return mediaRule({ kind, note: `[${kind} removed]`, bareBase64, otherwise: bare });
};

const annotation = object({
  type: oneOf('url_citation', 'file_citation', 'container_file_citation', 'file_path'),
  file_id: exempt,
  container_id: exempt,
  start_index: scalar,
  end_index: scalar,
  index: scalar,
  filename: value,
  title: value,
  url: bare,
});

const partFields = object({
  type: oneOf(
    'input_text',
    'output_text',
    'input_image',
    'input_file',
    'input_audio',
    'refusal',
    'summary_text',
    'reasoning_text',
    'text',
  ),
  text,
  refusal: text,
  detail: oneOf('auto', 'low', 'high'),
  image_url: mediaString('image', false),
  file_url: bare,
  file_id: exempt,
  filename: value,
  file_data: mediaString('file', true),
  input_audio: object({ data: mediaString('audio', true), format: oneOf('wav', 'mp3') }),
  annotations: list(annotation),
  logprobs: either({ array: shaped(() => undefined, { kind: 'scalar' }) }),
});

const inputText = (note: string): object => ({ type: 'input_text', text: note });

/** A part with binary content; when it is dropped, an input text takes its place. */
const part = choosing(
  () => [partFields],
  (walker, node, place) => walker.withinPart(node, place.layer, () => partFields(walker, node, place), inputText),
);

const content = either({ string: text, array: list(either({ object: part, string: text })), literal: scalar });

const status = oneOf(
  'in_progress',
  'completed',
  'incomplete',
  'searching',
  'generating',
  'interpreting',
  'failed',
  'calling',
);

export const itemRule = object({
  type: oneOf(
    'message',
    'function_call',
    'function_call_output',
    'custom_tool_call',
    'custom_tool_call_output',
    'reasoning',
    'item_reference',
    'web_search_call',
    'file_search_call',
    'computer_call',
    'computer_call_output',
    'code_interpreter_call',
    'image_generation_call',
    'local_shell_call',
    'local_shell_call_output',
    'mcp_list_tools',
    'mcp_approval_request',
    'mcp_approval_response',
    'mcp_call',
    'compaction',
  ),
  id: exempt,
  call_id: exempt,
  approval_request_id: exempt,
  container_id: exempt,
  role: oneOf('user', 'assistant', 'system', 'developer'),
  status,
  phase: oneOf('commentary', 'final_answer'),
  name: exempt,
  server_label: exempt,
  content,
  arguments: jsonText,
  input: text,
  output: either({ string: text, array: list(either({ object: part, string: text })), literal: scalar }),
  summary: list(part),
  encrypted_content: either({ string: opaque(BASE64_SHAPE), literal: scalar }),
  code: text,
  error: data,
  result: either({ string: opaque(BASE64_SHAPE), literal: scalar }),
  approve: scalar,
  reason: text,
  action: data,
  queries: data,
});

const toolType = oneOf(
  ...['function', 'custom', 'mcp', 'file_search', 'code_interpreter', 'image_generation', 'local_shell', 'shell'],
  ...['web_search', 'web_search_preview', 'computer_use_preview', 'apply_patch', 'allowed_tools'],
);

const tool = object({
  type: toolType,
  name: exempt,
  description: value,
  parameters: jsonSchema,
  strict: scalar,
  format: object({ type: oneOf('text', 'grammar'), definition: value, syntax: oneOf('lark', 'regex') }),
  vector_store_ids: list(exempt),
  max_num_results: scalar,
  search_context_size: oneOf('low', 'medium', 'high'),
  user_location: object({ type: oneOf('approximate'), city: value, country: value, region: value, timezone: value }),
  container: either({ string: exempt, object: object({ type: oneOf('auto'), file_ids: list(exempt) }) }),
  server_label: exempt,
  server_url: bare,
  server_description: value,
  allowed_tools: either({ array: list(exempt), object: object({ tool_names: list(exempt), read_only: scalar }) }),
  require_approval: either({ string: oneOf('always', 'never') }),
});

const toolName = object({ type: toolType, name: exempt, server_label: exempt, mode: oneOf('auto', 'required') });

const textFormat = object({
  type: oneOf('text', 'json_object', 'json_schema'),
  name: exempt,
  description: value,
  schema: jsonSchema,
  strict: scalar,
});

export const requestFields: Readonly<Record<string, Rule>> = {
  model: exempt,
  instructions: either({ string: text, array: list(itemRule), literal: scalar }),
  tools: list(tool),
  tool_choice: either({
    string: oneOf('none', 'auto', 'required'),
    object: object({
      type: toolType,
      name: exempt,
      server_label: exempt,
      mode: oneOf('auto', 'required'),
      tools: list(toolName),
    }),
  }),
  text: object({ format: textFormat, verbosity: oneOf('low', 'medium', 'high') }),
  reasoning: object({
    effort: oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
    summary: oneOf('auto', 'concise', 'detailed'),
    generate_summary: oneOf('auto', 'concise', 'detailed'),
  }),
  prompt: object({
    id: exempt,
    version: exempt,
    variables: either({ object: object({}, either({ string: text, object: part })) }),
  }),
  previous_response_id: either({ string: exempt, literal: scalar }),
  conversation: either({ string: exempt, object: object({ id: exempt }), literal: scalar }),
  include: list(exempt),
  metadata: data,
  user: value,
  safety_identifier: value,
  prompt_cache_key: value,
  prompt_cache_retention: oneOf('in_memory', 'in-memory', '24h'),
  stream: scalar,
  stream_options: object({ include_obfuscation: scalar }),
  service_tier: oneOf('auto', 'default', 'flex', 'scale', 'priority'),
  truncation: oneOf('auto', 'disabled'),
  background: scalar,
  store: scalar,
  temperature: scalar,
  top_p: scalar,
  top_logprobs: scalar,
  max_output_tokens: scalar,
  max_tool_calls: scalar,
  parallel_tool_calls: scalar,
};
