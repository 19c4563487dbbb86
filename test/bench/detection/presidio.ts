import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Rival } from './rivals.js';

/**
 * Presidio's analyzer on these texts, by a Python that has it (`pip install presidio-analyzer`): `python` or `python:model`.
 * Without a spaCy model only its pattern recognizers find anything.
 */
export function presidio(python: string, texts: readonly string[]): { rival: Rival; megabytesPerSecond: number } {
  const [command, model] = python.split(':') as [string, string?];
  const distinct = [...new Set(texts)];
  const { status, stdout, stderr } = spawnSync(
    command,
    [join(import.meta.dirname, 'presidio.py'), ...(model ? [model] : [])],
    { input: distinct.map((text) => JSON.stringify(text)).join('\n'), encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(`Presidio did not answer: ${stderr.trim().split('\n').at(-1)}`);
  const lines = stdout.trim().split('\n');
  const seconds = JSON.parse(lines.at(-1)!) as number;
  const found = new Map(
    distinct.map((text, index) => [text, toUtf16(text, JSON.parse(lines[index]!) as PythonSpan[])]),
  );
  const megabytes = distinct.reduce((sum, text) => sum + text.length, 0) / 1e6;
  return {
    rival: {
      name: `presidio-analyzer (${model ?? 'pattern recognizers only'})`,
      find: (text) => found.get(text) ?? [],
    },
    megabytesPerSecond: megabytes / seconds,
  };
}

type PythonSpan = readonly [start: number, end: number, type: string];

/** Python counts code points. */
function toUtf16(text: string, spans: readonly PythonSpan[]): ReturnType<Rival['find']> {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  offsets.push(at);
  return spans.map(([start, end, type]) => ({ start: offsets[start]!, end: offsets[end]!, type }));
}
