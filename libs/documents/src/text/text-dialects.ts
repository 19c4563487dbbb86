import type { Joint } from './joined-reading.js';
import type { TextDialect } from './text-codec.js';

function dropped(text: string, patterns: readonly RegExp[]): Joint[] {
  const joints = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      as: '' as const,
    })),
  );
  joints.sort((a, b) => a.start - b.start);
  return joints.filter(({ start }, index) => index === 0 || start >= joints[index - 1]!.end);
}

/** ECMA-48 control sequences, which terminals and log shippers add. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC begins a control sequence
const ANSI = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const TAG = /<\/?[A-Za-z!][^<>\n]{0,300}>/g;
/** WebVTT timestamps within a cue (W3C WebVTT §3.4). */
const CUE_TIME = /<(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}>/g;
const CUE_TIMING = /^(?:\d{1,6}\r?\n)?.*-->.*(?:\r?\n|$)/gm;
/** CommonMark §6.2 emphasis and §6.1 code spans; an underscore only at a word's edge. */
const EMPHASIS = /\*{1,3}|~~|`{1,2}(?!`)|(?<![\p{L}\p{N}_])_{1,3}|_{1,3}(?![\p{L}\p{N}_])/gu;

export const PLAIN_TEXT: TextDialect = { unit: 'block', markup: () => [] };
export const LOG: TextDialect = { unit: 'line', markup: (text) => dropped(text, [ANSI]) };
export const MARKDOWN: TextDialect = { unit: 'block', markup: (text) => dropped(text, [EMPHASIS, TAG]) };
/** SubRip and WebVTT: a cue's lines are one sentence; its number, timing and tags are read past. */
export const SUBTITLES: TextDialect = { unit: 'block', markup: (text) => dropped(text, [CUE_TIMING, CUE_TIME, TAG]) };
