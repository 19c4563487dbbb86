import type { DemoReply, DemoRequest } from './demo-reply.js';

/** What goes out: one JSON body, or the events of a stream in the API's own framing. */
export interface DemoAnswer {
  readonly contentType: string;
  readonly pieces: Iterable<string>;
}

/** How one API writes its requests and answers. */
export interface DemoApi {
  /** Whether this API answers at a path (with its query). */
  matches(path: string): boolean;
  /** Null when the body is no request of this API. */
  read(body: unknown, path: string): { readonly request: DemoRequest; readonly stream: boolean } | null;
  write(request: DemoRequest, reply: DemoReply, stream: boolean, path: string): DemoAnswer;
}

/** Small and odd, so that tokens are cut across events as real models cut them. */
const PIECE_CHARACTERS = 7;

export function* piecesOf(text: string): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += PIECE_CHARACTERS) {
    yield characters.slice(at, at + PIECE_CHARACTERS).join('');
  }
}

export function whole(body: object): DemoAnswer {
  return { contentType: 'application/json', pieces: [JSON.stringify(body)] };
}

export function events(list: Iterable<object | string>, named = false): DemoAnswer {
  function* pieces(): Generator<string> {
    for (const event of list) {
      const name = named && typeof event === 'object' && 'type' in event ? `event: ${String(event.type)}\n` : '';
      yield `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
    }
  }
  return { contentType: 'text/event-stream', pieces: pieces() };
}

/** Counted in characters over four: the stand-in has no tokeniser. */
export function usageOf(
  request: DemoRequest,
  reply: DemoReply,
): { readonly prompt: number; readonly completion: number } {
  const written = reply.kind === 'text' ? reply.text : JSON.stringify(reply.arguments);
  return {
    prompt: Math.ceil(request.messages.reduce((sum, { text }) => sum + text.length, 0) / 4),
    completion: Math.ceil(written.length / 4),
  };
}

/** The text of a content that is a string or a list of parts, of whatever API. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).filter(Boolean).join('\n');
  if (typeof content !== 'object' || content === null) return '';
  if ('text' in content) return textOf(content.text);
  if ('content' in content) return textOf(content.content);
  if ('output' in content) return textOf(content.output);
  return '';
}

/** What a request says of the JSON that its answer shall be; nothing when it gives no schema. */
export function jsonOf(schema: unknown): Pick<DemoRequest, 'json'> {
  const json = propertiesOf(schema);
  return json.length > 0 ? { json } : {};
}

/** The property names of a JSON schema. */
export function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return [];
  return Object.keys((schema.properties ?? {}) as object);
}
