import { type Json, structureIn } from '../policy/json-leaves.js';
import type { ToolOutput } from '../registry/tool.js';

interface McpContent {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly resource?: { readonly text?: unknown; readonly uri?: unknown };
}

/** A result of `tools/call` for a model: the structured one where there is one, else its texts, or the JSON that its only one is. */
export function outputOf(result: Record<string, unknown>, bytesMax: number): ToolOutput {
  const failed = result.isError === true;
  const { structuredContent } = result;
  if (structuredContent !== undefined && structuredContent !== null) {
    const size = JSON.stringify(structuredContent).length;
    if (size <= bytesMax) return { kind: 'json', value: structuredContent as Json, failed };
  }
  const content = Array.isArray(result.content) ? (result.content as McpContent[]) : [];
  const text = content.map(textOfPart).join('\n');
  const value = content.length === 1 && text.length <= bytesMax ? structureIn(text) : undefined;
  if (value !== undefined) return { kind: 'json', value, failed };
  return { kind: 'text', text: text.slice(0, bytesMax), cut: text.length > bytesMax, failed };
}

function textOfPart({ type, text, resource }: McpContent): string {
  if (typeof text === 'string') return text;
  if (typeof resource?.text === 'string') return resource.text;
  return type === 'resource_link'
    ? '[resource removed]'
    : `[${type === 'image' || type === 'audio' ? type : 'file'} removed]`;
}

const BINARY: Readonly<Record<string, string>> = { image: 'data', audio: 'data' };

/** The same result for an MCP client: pictures, sounds and files cannot be read for personal data and become a note. */
export function withoutMedia(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutMedia);
  if (typeof value !== 'object' || value === null) return value;
  const { type, blob } = value as { type?: Json; blob?: Json };
  if (typeof type === 'string' && BINARY[type] !== undefined && typeof (value as { data?: Json }).data === 'string') {
    return { type: 'text', text: `[${type} removed]` };
  }
  const entries = Object.entries(value as { [key: string]: Json }).map(([key, item]): [string, Json] => {
    return key === 'blob' && typeof blob === 'string' ? ['text', '[file removed]'] : [key, withoutMedia(item)];
  });
  return Object.fromEntries(entries);
}
