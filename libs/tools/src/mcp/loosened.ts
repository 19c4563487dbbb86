import { isObject, type Json } from '../policy/json-leaves.js';

/** What a schema asks of a text's own form. */
const FORMS: ReadonlySet<string> = new Set(['format', 'pattern', 'minLength', 'maxLength', 'enum', 'const']);
/** Keywords whose members are names of the schema's author, each with a schema. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

type Schema = { readonly [key: string]: Json };

/** A schema that takes a token wherever it takes a text: its structure stays, the forms of its texts do not. */
export function loosened(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(([key]) => !FORMS.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, NAMED.has(key) ? named(value) : inner(value)]));
}

function inner(value: Json): Json {
  if (Array.isArray(value)) return value.map(inner);
  return isObject(value) ? loosened(value) : value;
}

function named(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, inner(schema)]));
}
