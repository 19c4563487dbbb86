import { memberOf, type OpenedBody, readChatRequest, readJson, readJsonBody, readTexts } from '#lib/dialects';

export const SHAPES = ['texts', 'json', 'messages'] as const;
export type Shape = (typeof SHAPES)[number];

/** The part of a privacy request that holds text, opened from the raw body so that the answer keeps it byte for byte. */
export interface OpenedShape {
  readonly shape: Shape;
  readonly body: OpenedBody;
  /** Cuts the part out of the closed body. */
  part(closed: string): string;
}

const BEFORE_MESSAGES = '{"model":"-","messages":';

/** Opens the one of `texts`, `json` and `messages` that the raw body holds; its schema has made sure that there is one. */
export function openShape(raw: string): OpenedShape {
  const root = readJson(raw);
  const shape = SHAPES.find((name) => memberOf(root, name) !== undefined)!;
  const node = memberOf(root, shape)!;
  const part = raw.slice(node.start, node.end);
  if (shape === 'messages') {
    const body = readChatRequest(`${BEFORE_MESSAGES}${part}}`);
    return { shape, body, part: (closed) => closed.slice(BEFORE_MESSAGES.length, -1) };
  }
  return { shape, body: shape === 'texts' ? readTexts(part) : readJsonBody(part), part: (closed) => closed };
}
