import { bare, data, either, exempt, later, list, namedBy, object, oneOf, opaque, scalar, value } from './rules.js';
import type { Rule } from './walker.js';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const self = later(() => jsonSchema);
const schemas = list(self);
const names = list(exempt);

/**
 * A JSON Schema (draft 2020-12, and the OpenAPI dialects of the model providers): what describes is text, what enumerates
 * or exemplifies is data, keywords and property names stay as they are. An unknown keyword is walked as data.
 */
export const jsonSchema: Rule = either({
  literal: scalar,
  object: object({
    $schema: opaque(/^https?:\/\/json-schema\.org\/[\w./#-]*$/),
    $id: exempt,
    $ref: exempt,
    $anchor: exempt,
    $dynamicRef: exempt,
    $dynamicAnchor: exempt,
    $comment: value,
    $defs: namedBy('exempt', self),
    definitions: namedBy('exempt', self),
    type: list(oneOf(...TYPES, ...TYPES.map((type) => type.toUpperCase()))),
    format: exempt,
    pattern: exempt,
    contentEncoding: exempt,
    contentMediaType: exempt,
    title: value,
    description: value,
    default: data,
    const: data,
    enum: data,
    example: data,
    examples: data,
    properties: namedBy('exempt', self),
    patternProperties: namedBy('exempt', self),
    dependentSchemas: namedBy('exempt', self),
    dependentRequired: namedBy('exempt', names),
    required: either({ array: names, literal: scalar }),
    propertyOrdering: names,
    items: schemas,
    prefixItems: schemas,
    additionalItems: self,
    additionalProperties: self,
    unevaluatedItems: self,
    unevaluatedProperties: self,
    propertyNames: self,
    contains: self,
    not: self,
    if: self,
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
    then: self,
    else: self,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    nullable: scalar,
    deprecated: scalar,
    readOnly: scalar,
    writeOnly: scalar,
    uniqueItems: scalar,
    minLength: scalar,
    maxLength: scalar,
    minItems: scalar,
    maxItems: scalar,
    minContains: scalar,
    maxContains: scalar,
    minProperties: scalar,
    maxProperties: scalar,
    minimum: data,
    maximum: data,
    exclusiveMinimum: data,
    exclusiveMaximum: data,
    multipleOf: scalar,
    discriminator: object({ propertyName: exempt, mapping: namedBy('exempt', bare) }),
  }),
});
