import { memberOf, readJson } from '#lib/dialects';
import { applyEdits, DomainError, type Edit } from '#lib/kernel';
import type { Tool } from '#lib/tools';

/** A request whose references to tools of the gateway have become definitions that a model understands. */
export interface RequestWithTools {
  readonly raw: string;
  /** Those that run here. */
  readonly tools: readonly Tool[];
  /** Names of those that the client runs. */
  readonly clientTools: ReadonlySet<string>;
}

/** An entry of `tools` that means tools of the gateway, as the body has it. */
export interface ToolReference {
  /** Names; null for all that the caller may call. */
  readonly names: readonly string[] | null;
  readonly matches?: (tool: Tool) => boolean;
}

const HEADER = 'x-pvg-tools';

/** The tools that the header names: `*`, or names with commas between. */
export function toolsInHeader(headers: Readonly<Record<string, unknown>>): ToolReference | null {
  const value = headers[HEADER];
  if (typeof value !== 'string' || value.trim() === '') return null;
  const names = value.split(',').map((one) => one.trim());
  return { names: names.includes('*') ? null : names.filter((one) => one !== '') };
}

/**
 * Replaces each reference in the body's `tools`, and adds what the header names. `referenceOf` reads an entry: null for
 * what is the client's own; `definitionOf` writes a tool as the API has it. Throws `tool.denied` for a name that is unknown
 * or that the caller may not call: the two read alike.
 */
export function withServerTools(
  raw: string,
  available: readonly Tool[],
  header: ToolReference | null,
  api: {
    readonly referenceOf: (entry: unknown) => ToolReference | null;
    readonly definitionOf: (tool: Tool) => unknown;
    readonly nameOf: (entry: unknown) => string | undefined;
  },
): RequestWithTools {
  const root = readJson(raw);
  const list = memberOf(root, 'tools');
  const items = list?.kind === 'array' ? list.items : [];
  const entries = items.map((node) => ({ node, entry: JSON.parse(raw.slice(node.start, node.end)) as unknown }));
  const own = new Set(entries.flatMap(({ entry }) => (api.referenceOf(entry) ? [] : (api.nameOf(entry) ?? []))));
  const tools: Tool[] = [];
  const take = (reference: ToolReference): string => {
    const chosen = choose(available, reference).filter((tool) => !tools.includes(tool) && !own.has(tool.name));
    tools.push(...chosen);
    return chosen.map((tool) => JSON.stringify(api.definitionOf(tool))).join(',');
  };
  const edits: Edit[] = [];
  const kept: string[] = [];
  for (const { node, entry } of entries) {
    const reference = api.referenceOf(entry);
    const text = reference ? take(reference) : raw.slice(node.start, node.end);
    if (text !== '') kept.push(text);
  }
  const added = header ? take(header) : '';
  if (added !== '') kept.push(added);
  if (list?.kind === 'array') {
    edits.push({ start: list.start, end: list.end, text: `[${kept.join(',')}]` });
  } else if (kept.length > 0) {
    const empty = root.kind === 'object' && root.members.length === 0;
    edits.push({ start: root.start + 1, end: root.start + 1, text: `"tools":[${kept.join(',')}]${empty ? '' : ','}` });
  }
  return { raw: applyEdits(raw, edits), tools, clientTools: own };
}

function choose(available: readonly Tool[], { names, matches }: ToolReference): readonly Tool[] {
  const open = matches ? available.filter(matches) : available;
  if (names === null) return open;
  return names.map((name) => {
    const found = open.find((tool) => tool.name === name);
    if (found) return found;
    throw new DomainError('tool.denied', {
      publicMessage: 'There is no such tool, or this key may not call it.',
      pointer: '/tools',
    });
  });
}
