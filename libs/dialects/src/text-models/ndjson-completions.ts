import { isTrue, memberOf, numberMember, textMember } from '../json/json-node.js';
import { tryReadJson } from '../json/read-json.js';
import type { FramePiece } from '../stream/frame.js';
import { NdjsonReader } from '../stream/ndjson-reader.js';
import { EVENT_CHARS_MAX } from '../stream/rewriting-stream.js';

/** The stream of Ollama's `/api/generate` as that of OpenAI's Completions, bytes cut anywhere. */
export class NdjsonCompletions {
  private readonly reader = new NdjsonReader(EVENT_CHARS_MAX);

  push(bytes: Uint8Array): string {
    return this.reader.push(bytes).map(eventOf).join('');
  }

  end(): string {
    return this.reader.end().map(eventOf).join('');
  }
}

function eventOf(piece: FramePiece): string {
  const line = piece.kind === 'event' ? piece.event.data : undefined;
  if (line === undefined) return '';
  const root = readLine(line);
  // What is no JSON is passed on and read as nothing: it ends in an error, never in text.
  if (!root) return `data: ${line}\n\n`;
  const error = textMember(line, root, 'error');
  if (error !== undefined) return event({ error: { message: error, type: 'upstream_error', param: null, code: null } });
  const done = isTrue(line, memberOf(root, 'done'));
  const length = textMember(line, root, 'done_reason') === 'length';
  const text = textMember(line, root, 'response') ?? '';
  const said = event({ choices: [{ index: 0, text, finish_reason: done ? (length ? 'length' : 'stop') : null }] });
  if (!done) return said;
  const prompt = numberMember(line, root, 'prompt_eval_count') ?? 0;
  const completion = numberMember(line, root, 'eval_count') ?? 0;
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  return `${said}${event({ choices: [], usage })}data: [DONE]\n\n`;
}

function readLine(line: string) {
  try {
    return tryReadJson(line);
  } catch {
    return null;
  }
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
