import { textMember } from '../json/json-node.js';
import { jsonSchema } from '../walk/json-schema.js';
import { choosing } from '../walk/rule-shape.js';
import {
  BASE64_SHAPE,
  bare,
  data,
  either,
  exempt,
  later,
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

/** Fields of the Messages API as published in anthropic-sdk-typescript `src/resources/messages/messages.ts`. */

const cacheControl = either({ object: object({ type: oneOf('ephemeral'), ttl: oneOf('5m', '1h') }), literal: scalar });

const blocks = later(() => contentRule);
const signature = opaque(BASE64_SHAPE);

function base64(kind: MediaKind): Rule {
  return mediaRule({ kind, note: `[${kind} removed]`, bareBase64: true, otherwise: text });
}

const textSource = object({ type: oneOf('text'), media_type: oneOf('text/plain'), data: text });

function source(kind: MediaKind): Rule {
  const binary = object({
    type: oneOf('base64', 'content', 'url', 'file'),
    media_type: oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'),
    url: bare,
    file_id: exempt,
    content: blocks,
    data: base64(kind),
  });
  return choosing(
    () => [textSource, binary],
    (walker, node, place) =>
      (textMember(place.layer.text, node, 'type') === 'text' ? textSource : binary)(walker, node, place),
  );
}

const citation = object({
  type: oneOf(
    'char_location',
    'page_location',
    'content_block_location',
    'web_search_result_location',
    'search_result_location',
  ),
  cited_text: text,
  document_title: value,
  title: value,
  source: value,
  url: bare,
  file_id: exempt,
  encrypted_index: signature,
  document_index: scalar,
  search_result_index: scalar,
  start_char_index: scalar,
  end_char_index: scalar,
  start_page_number: scalar,
  end_page_number: scalar,
  start_block_index: scalar,
  end_block_index: scalar,
});

const shared: Readonly<Record<string, Rule>> = {
  cache_control: cacheControl,
  id: exempt,
  tool_use_id: exempt,
  name: exempt,
  server_name: exempt,
  is_error: scalar,
  caller: object({ type: exempt, tool_id: exempt }),
};

/** A thinking block goes back exactly as it came, or the provider refuses its signature; it is looked at only. */
const thinking = object({ type: oneOf('thinking'), thinking: exempt, signature });

const BLOCKS: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    thinking,
    redacted_thinking: object({ type: oneOf('redacted_thinking'), data: signature }),
    text: object({
      ...shared,
      type: oneOf('text'),
      text,
      citations: either({ array: list(citation), literal: scalar }),
    }),
    image: object({ ...shared, type: oneOf('image'), source: source('image') }),
    document: object({
      ...shared,
      type: oneOf('document'),
      title: value,
      context: text,
      citations: object({ enabled: scalar }),
      source: source('file'),
    }),
    search_result: object({
      ...shared,
      type: oneOf('search_result'),
      title: value,
      source: value,
      content: blocks,
      citations: object({ enabled: scalar }),
    }),
    tool_use: object({ ...shared, type: oneOf('tool_use'), input: data }),
    server_tool_use: object({ ...shared, type: oneOf('server_tool_use'), input: data }),
    mcp_tool_use: object({ ...shared, type: oneOf('mcp_tool_use'), input: data }),
    tool_result: object({ ...shared, type: oneOf('tool_result'), content: blocks }),
    mcp_tool_result: object({ ...shared, type: oneOf('mcp_tool_result'), content: blocks }),
    web_search_result: object({
      ...shared,
      type: oneOf('web_search_result'),
      title: value,
      url: bare,
      page_age: value,
      encrypted_content: signature,
    }),
  }),
);

/** Blocks of a type that is not listed: ids and opaque data stay, the rest is data. */
const otherBlock = object({ ...shared, type: exempt, content: blocks, encrypted_content: signature });

const block = choosing(
  () => [...BLOCKS.values(), otherBlock],
  (walker, node, place) => {
    const name = textMember(place.layer.text, node, 'type') ?? '';
    walker.withinPart(node, place.layer, () => (BLOCKS.get(name) ?? otherBlock)(walker, node, place));
  },
);

/** A string, or blocks of content. */
export const contentRule: Rule = either({
  string: text,
  array: list(either({ object: block, string: text })),
  object: block,
});

export const messageRule = object({ role: oneOf('user', 'assistant', 'system'), content: contentRule });

const tool = object({
  type: exempt,
  name: exempt,
  description: value,
  input_schema: jsonSchema,
  input_examples: list(data),
  cache_control: cacheControl,
  strict: scalar,
  defer_loading: scalar,
  allowed_callers: list(exempt),
  max_uses: either({ number: scalar, literal: scalar }),
  allowed_domains: data,
  blocked_domains: data,
  user_location: object({ type: oneOf('approximate'), city: value, region: value, country: value, timezone: value }),
  display_width_px: scalar,
  display_height_px: scalar,
  display_number: scalar,
});

const format = object({ type: oneOf('json_schema'), schema: jsonSchema });

export const requestFields: Readonly<Record<string, Rule>> = {
  model: exempt,
  system: contentRule,
  metadata: object({ user_id: value }),
  tools: list(tool),
  tool_choice: object({ type: oneOf('auto', 'any', 'tool', 'none'), name: exempt, disable_parallel_tool_use: scalar }),
  thinking: object({
    type: oneOf('enabled', 'disabled', 'adaptive'),
    budget_tokens: scalar,
    display: oneOf('summarized', 'omitted'),
  }),
  output_config: object({ effort: oneOf('low', 'medium', 'high', 'max'), format }),
  output_format: format,
  stop_sequences: list(value),
  service_tier: oneOf('auto', 'standard_only'),
  container: either({ string: exempt }),
  max_tokens: scalar,
  temperature: scalar,
  top_k: scalar,
  top_p: scalar,
  stream: scalar,
  cache_control: cacheControl,
};
