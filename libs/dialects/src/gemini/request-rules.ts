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
  namedBy,
  object,
  oneOf,
  opaque,
  scalar,
  text,
  value,
} from '../walk/rules.js';
import type { MediaKind, Rule } from '../walk/walker.js';

/**
 * Fields of generateContent as published in googleapis/js-genai `src/types.ts`. Protocol Buffers' JSON mapping accepts
 * every name in lowerCamelCase and as it stands in the proto, so both are known.
 */
function fields(camel: Readonly<Record<string, Rule>>): Rule {
  const both: Record<string, Rule> = { ...camel };
  for (const [name, rule] of Object.entries(camel)) {
    both[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = rule;
  }
  return object(both);
}

const MIME = /^[a-z]+\/[a-z0-9.+-]+$/;
const KINDS: readonly [RegExp, MediaKind][] = [
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
];

function blobOf(kind: MediaKind): Rule {
  const content = mediaRule({ kind, note: `[${kind} removed]`, bareBase64: true, otherwise: text });
  return fields({ mimeType: opaque(MIME), data: content, displayName: value });
}

const BLOBS: Readonly<Record<MediaKind, Rule>> = {
  image: blobOf('image'),
  audio: blobOf('audio'),
  file: blobOf('file'),
};

const blob = choosing(
  () => Object.values(BLOBS),
  (walker, node, place) => {
    const raw = place.layer.text.slice(node.start, node.end);
    const mime = /"(?:mimeType|mime_type)"\s*:\s*"([^"]*)"/.exec(raw)?.[1] ?? '';
    BLOBS[KINDS.find(([pattern]) => pattern.test(mime))?.[1] ?? 'file'](walker, node, place);
  },
);

const partFields = fields({
  text,
  thought: scalar,
  thoughtSignature: opaque(BASE64_SHAPE),
  inlineData: blob,
  fileData: fields({ mimeType: opaque(MIME), fileUri: bare, displayName: value }),
  functionCall: fields({ id: exempt, name: exempt, args: data, willContinue: scalar }),
  functionResponse: fields({
    id: exempt,
    name: exempt,
    response: data,
    parts: list(later(() => part)),
    willContinue: scalar,
    scheduling: oneOf('SILENT', 'WHEN_IDLE', 'INTERRUPT', 'SCHEDULING_UNSPECIFIED'),
  }),
  executableCode: fields({ id: exempt, language: oneOf('PYTHON', 'LANGUAGE_UNSPECIFIED'), code: text }),
  codeExecutionResult: fields({
    id: exempt,
    outcome: oneOf('OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED', 'OUTCOME_UNSPECIFIED'),
    output: text,
  }),
  videoMetadata: fields({ startOffset: scalarText(), endOffset: scalarText(), fps: scalar }),
  partMetadata: data,
});

/** Durations: `12.5s`. */
function scalarText(): Rule {
  return opaque(/^[0-9.]+s$/);
}

const part: Rule = choosing(
  () => [partFields],
  (walker, node, place) =>
    walker.withinPart(
      node,
      place.layer,
      () => partFields(walker, node, place),
      (note) => ({ text: note }),
    ),
);

export const contentRule = either({
  string: text,
  object: object({
    role: oneOf('user', 'model', 'function', 'system', 'tool'),
    parts: list(either({ object: part, string: text })),
  }),
  array: list(either({ object: part, string: text })),
});

const functionDeclaration = fields({
  name: exempt,
  description: value,
  parameters: jsonSchema,
  parametersJsonSchema: jsonSchema,
  response: jsonSchema,
  responseJsonSchema: jsonSchema,
  behavior: oneOf('BLOCKING', 'NON_BLOCKING', 'UNSPECIFIED'),
});

const generationConfig = fields({
  stopSequences: list(value),
  responseMimeType: opaque(MIME),
  responseSchema: jsonSchema,
  responseJsonSchema: jsonSchema,
  responseModalities: list(oneOf('TEXT', 'IMAGE', 'AUDIO', 'MODALITY_UNSPECIFIED')),
  candidateCount: scalar,
  maxOutputTokens: scalar,
  temperature: scalar,
  topP: scalar,
  topK: scalar,
  seed: scalar,
  presencePenalty: scalar,
  frequencyPenalty: scalar,
  responseLogprobs: scalar,
  logprobs: scalar,
  enableEnhancedCivicAnswers: scalar,
  thinkingConfig: fields({
    includeThoughts: scalar,
    thinkingBudget: scalar,
    thinkingLevel: oneOf('MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'minimal', 'low', 'medium', 'high'),
  }),
  mediaResolution: oneOf('MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'),
});

const CAMEL: Readonly<Record<string, Rule>> = {
  model: exempt,
  systemInstruction: contentRule,
  tools: list(fields({ functionDeclarations: list(functionDeclaration) })),
  toolConfig: fields({
    functionCallingConfig: fields({
      mode: oneOf('AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'),
      allowedFunctionNames: list(exempt),
    }),
  }),
  safetySettings: list(
    fields({ category: opaque(/^HARM_CATEGORY_[A-Z_]+$/), threshold: opaque(/^[A-Z_]+$/), method: exempt }),
  ),
  generationConfig,
  cachedContent: exempt,
  labels: namedBy('edit', value),
};

/** The rule of a whole request, with a rule of its own for `contents`. */
export function requestRule(contents: Rule): Rule {
  return fields({ ...CAMEL, contents });
}
