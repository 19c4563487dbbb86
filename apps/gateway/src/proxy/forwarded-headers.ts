import type { IncomingHttpHeaders } from 'node:http';
import type { ApiFamily } from '#lib/config';

const SHAPE = /^[A-Za-z0-9][A-Za-z0-9_.,\- ]{0,199}$/;

/** Request headers that change what an API does; nothing else of the caller's is passed on. */
const FORWARDED: Readonly<Record<ApiFamily, readonly string[]>> = {
  openai: ['openai-beta'],
  anthropic: ['anthropic-version', 'anthropic-beta'],
  gemini: [],
  ollama: [],
  completions: [],
};

/** The headers to pass on. One whose value is not of names and dates is left out. */
export function forwardedHeaders(family: ApiFamily, headers: IncomingHttpHeaders): Record<string, string> {
  const given = FORWARDED[family].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' && SHAPE.test(value) ? [[name, value] as const] : [];
  });
  return { ...(family === 'anthropic' && { 'anthropic-version': '2023-06-01' }), ...Object.fromEntries(given) };
}
