import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { DomainError } from '#lib/kernel';
import type { Json } from '../policy/json-leaves.js';

const SCHEMA_CHARS_MAX = 100_000;
const CACHE_MAX = 1_000;
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with arguments: where, and the word of the schema that says so. Never a value. */
export interface SchemaFault {
  readonly pointer: string;
  readonly keyword: string;
}

/** Throws `tool.failed` when the schema cannot be used. External references are not followed. */
export function faultsOf(schema: { readonly [key: string]: Json }, value: Json): SchemaFault[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
    pointer: keyword === 'required' ? `${instancePath}/${String(params.missingProperty)}` : instancePath,
    keyword,
  }));
}

/** Throws `request.invalid` when the schema is no JSON Schema of an object. */
export function checkSchema(schema: { readonly [key: string]: Json }, pointer: string): void {
  const { type } = schema;
  const refuse = (publicMessage: string) => new DomainError('request.invalid', { publicMessage, pointer });
  if (type !== undefined && type !== 'object') throw refuse('The schema of the arguments must be that of an object.');
  try {
    validatorOf(schema);
  } catch {
    throw refuse('This is no JSON Schema that can be used.');
  }
}

function validatorOf(schema: { readonly [key: string]: Json }): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const failed = (detail: string) =>
    new DomainError('tool.failed', { publicMessage: 'The tool’s schema cannot be used.', detail });
  if (text.length > SCHEMA_CHARS_MAX) throw failed('too long');
  const Validator = String(schema.$schema ?? '').includes('2020-12') ? Ajv2020 : Ajv;
  const ajv = new Validator({ strict: false, allErrors: false, validateFormats: true, logger: false });
  // The package is CommonJS: its function is the default of its default.
  (formats as unknown as (ajv: unknown) => void)(ajv);
  let validate: ValidateFunction;
  try {
    const { $id: _, ...rest } = schema;
    validate = ajv.compile(rest);
  } catch {
    throw failed('does not compile');
  }
  if (compiled.size >= CACHE_MAX) compiled.clear();
  compiled.set(text, validate);
  return validate;
}
