import { isObject, type Json } from '../policy/json-leaves.js';
import type { Tool } from '../registry/tool.js';

/**
 * Arguments as the schema means them where a model cannot write them so: a bare text for a tool of one argument (`search[Ada]`
 * of ReAct), and numbers in quotes (Llama 3.1). Anything else stays as the model wrote it.
 */
export function fitArguments({ parameters }: Pick<Tool, 'parameters'>, text: string): string {
  let values: Json;
  try {
    values = JSON.parse(text) as Json;
  } catch {
    return text;
  }
  const { properties } = parameters;
  if (!isObject(values) || !isObject(properties)) return text;
  const names = Object.keys(properties);
  const [given] = Object.keys(values);
  let changed = false;
  let fitted: { readonly [key: string]: Json } = values;
  if (Object.keys(values).length === 1 && given === 'input' && names.length === 1 && names[0] !== 'input') {
    fitted = { [names[0]!]: values.input! };
    changed = true;
  }
  const entries = Object.entries(fitted).map(([key, value]): [string, Json] => {
    const schema = properties[key];
    const type = isObject(schema) ? schema.type : undefined;
    if (typeof value !== 'string' || (type !== 'integer' && type !== 'number')) return [key, value];
    if (!/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value)) return [key, value];
    changed = true;
    return [key, Number(value)];
  });
  return changed ? JSON.stringify(Object.fromEntries(entries)) : text;
}
