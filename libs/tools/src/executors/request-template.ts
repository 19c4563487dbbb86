import type { HttpExecutorSettings } from '#lib/config';
import { DomainError } from '#lib/kernel';
import { type Json, textLeaves, valueAt } from '../policy/json-leaves.js';
import type { Placement } from '../registry/tool.js';

const HOLE = /\{\{(credential|\/[^{}]*)\}\}/g;
const WHOLE_HOLE = /^\{\{(\/[^{}]*)\}\}$/;

type Values = { readonly [key: string]: Json };

/** Which arguments of a template reach its URL or headers. */
export function placementsOf({
  url,
  headers,
}: Pick<HttpExecutorSettings, 'url' | 'headers'>): Record<string, Placement> {
  const placed: Record<string, Placement> = {};
  for (const pointer of pointersIn(url)) placed[pointer] = 'url';
  for (const text of Object.values(headers)) for (const pointer of pointersIn(text)) placed[pointer] = 'header';
  return placed;
}

/** Arguments below the host are percent-encoded: none of them opens a path, a query or a fragment of its own. */
export function urlOf(template: string, values: Values): URL {
  const text = template.replace(HOLE, (_, pointer: string) => {
    const encoded = encodeURIComponent(textAt(values, pointer));
    // A segment of dots would climb.
    return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
  });
  const url = new URL(text);
  if (url.origin !== new URL(template.replace(HOLE, 'x')).origin) throw badTemplate('the URL moved to another host');
  return url;
}

/** Throws `tool.failed` for a value that would end a header. */
export function headersOf(
  templates: Readonly<Record<string, string>>,
  values: Values,
  credential: string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => {
      const text = template.replace(HOLE, (_, pointer: string) =>
        pointer === 'credential' ? (credential ?? '') : textAt(values, pointer),
      );
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) throw badTemplate('a header cannot hold that');
      return [name.toLowerCase(), text];
    }),
  );
}

/** All arguments when there is no template. */
export function bodyOf(template: unknown, values: Values): string {
  if (template === undefined) return JSON.stringify(values);
  const filled = (value: Json): Json | undefined => {
    if (typeof value === 'string') {
      const [, pointer] = WHOLE_HOLE.exec(value) ?? [];
      if (pointer !== undefined) return valueAt(values, pointer);
      return value.replace(HOLE, (_, at: string) => (at === 'credential' ? '' : textAt(values, at)));
    }
    if (Array.isArray(value)) return value.map((item: Json) => filled(item) ?? null);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        const made = filled(item as Json);
        return made === undefined ? [] : [[key, made] as const];
      }),
    );
  };
  return JSON.stringify(filled(template as Json) ?? null);
}

/** The pointers that a JSON template names. */
export function pointersOf(template: unknown): string[] {
  return template === undefined ? [] : [...textLeaves(template as Json)].flatMap(({ text }) => pointersIn(text));
}

function pointersIn(text: string): string[] {
  return [...text.matchAll(HOLE)].flatMap(([, pointer]) => (pointer === 'credential' ? [] : [pointer!]));
}

function textAt(values: Values, pointer: string): string {
  const value = pointer === 'credential' ? '' : valueAt(values, pointer);
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function badTemplate(what: string): DomainError {
  return new DomainError('tool.failed', {
    publicMessage: `The arguments cannot be sent: ${what}.`,
    facts: { because: 'arguments' },
  });
}
