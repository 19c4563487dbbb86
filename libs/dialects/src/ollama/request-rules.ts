import { jsonSchema } from '../walk/json-schema.js';
import { choosing } from '../walk/rule-shape.js';
import {
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
import type { Rule } from '../walk/walker.js';

/** Fields of the native API as documented in ollama `docs/api.md`. */

const image = mediaRule({ kind: 'image', note: '', bareBase64: true, otherwise: text });

/** Bare base64, with no place for a note: dropping an image empties the list. */
const images = choosing(
  () => [list(image)],
  (walker, node, place) =>
    walker.withinPart(
      node,
      place.layer,
      () => list(image)(walker, node, place),
      () => [],
    ),
);

const DURATION = opaque(/^-?(?:[0-9.]+(?:ns|us|ms|s|m|h))+$|^-?[0-9]+$/);

export const messageRule = object({
  role: oneOf('system', 'user', 'assistant', 'tool', 'developer'),
  content: text,
  thinking: text,
  images,
  tool_name: bare,
  tool_call_id: exempt,
  tool_calls: list(
    object({
      id: exempt,
      type: oneOf('function'),
      function: object({ index: scalar, name: exempt, description: value, arguments: jsonText }),
    }),
  ),
});

const tool = object({
  type: oneOf('function'),
  function: object({ name: exempt, description: value, parameters: jsonSchema, strict: scalar }),
});

/** Options are numbers and booleans but for `stop`; a string among the others is data. */
const options = object({ stop: list(value) }, (walker, node, place) =>
  node.kind === 'number' || node.kind === 'literal' ? undefined : data(walker, node, place),
);

export const requestFields: Readonly<Record<string, Rule>> = {
  model: exempt,
  prompt: text,
  suffix: text,
  system: text,
  template: value,
  images,
  /** Numbers of the model's vocabulary, from an earlier answer: they spell text in its tokenised form. */
  context: list(scalar),
  tools: list(tool),
  format: either({ string: oneOf('json', ''), object: jsonSchema, literal: scalar }),
  options,
  stream: scalar,
  raw: scalar,
  think: either({ string: oneOf('low', 'medium', 'high'), literal: scalar }),
  keep_alive: either({ string: DURATION, number: scalar }),
  truncate: scalar,
  shift: scalar,
  logprobs: scalar,
  top_logprobs: scalar,
};
