import { DomainError } from '#lib/kernel';
import type { ColumnPolicies } from '../columns/column-policies.js';
import type { DocumentLimits } from '../document-limits.js';
import type { BrokenRecord, RecordCodec } from '../records/record-codec.js';
import { type EditableText, SourceText } from '../splice/source-text.js';
import type { JsonLeaf } from './json-scanner.js';
import { readJson } from './json-text.js';
import { KeyMemory } from './key-memory.js';

/** Of a chat message (OpenAI, Hugging Face, Anthropic fine-tuning files): what says which kind of thing it is. */
const CHAT_FIXED = new Set(['role', 'type', 'id', 'tool_call_id', 'finish_reason', 'weight', 'train', 'model']);

function isChatFixed({ what, keys }: JsonLeaf): boolean {
  return what === 'key' || CHAT_FIXED.has(keys.at(-1) ?? '');
}

/**
 * NDJSON: one JSON text per line. A line that is no JSON is written as an error record, so that a host which reads line by
 * line gets an answer for each and never the line itself.
 */
export class NdjsonCodec implements RecordCodec {
  private readonly keys = new KeyMemory();

  constructor(
    private readonly limits: DocumentLimits,
    private readonly columns: ColumnPolicies | undefined,
    private readonly shape: 'any' | 'chat' = 'any',
    private readonly part = '',
  ) {}

  ends(text: string): readonly number[] {
    const ends: number[] = [];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at + 1);
    return ends;
  }

  read(record: string, number: number): EditableText | BrokenRecord {
    if (record.trim() === '') return new SourceText(record, []);
    try {
      return readJson(record, {
        part: this.part,
        place: `line ${number} `,
        record: number,
        depthMax: this.limits.depthMax,
        nestingMax: this.limits.nestingMax,
        keys: this.keys,
        columns: this.columns,
        ...(this.shape === 'chat' && { isFixed: isChatFixed }),
      });
    } catch (error) {
      const tooDeep = error instanceof DomainError || error instanceof RangeError;
      if (!tooDeep && !(error instanceof SyntaxError)) throw error;
      return broken(record, number, tooDeep ? 'document.too_large' : 'document.unreadable');
    }
  }
}

function broken(record: string, number: number, code: BrokenRecord['broken']): BrokenRecord {
  const what = code === 'document.too_large' ? 'is nested too deeply' : 'is not JSON';
  const end = /\r?\n$/.exec(record)?.[0] ?? '';
  const text = JSON.stringify({ error: { code, message: `Line ${number} ${what}.` } });
  return { broken: code, text: text + end };
}
