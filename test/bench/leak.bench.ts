import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVaultTokens } from '#lib/kernel';
import { startCaptureUpstream } from '../support/capture-upstream.js';
import { startGatewayProcess } from '../support/gateway-process.js';
import { occurrencesOf, type UnseenParagraph, unseenParagraphs } from '../support/unseen.js';

/** Types that point at many people or at nobody alone. All others identify directly. */
const INDIRECT = new Set(['PERSON', 'ORGANIZATION', 'LOCATION', 'DATE']);
const PART_LETTERS = /\p{L}{4,}/u;
const PART_DIGITS = 4;

type Reached = 'whole' | 'part' | 'nothing';

interface Leak {
  readonly lang: string;
  readonly type: string;
  readonly text: string;
  readonly reached: Reached;
  /** What is left of the worst occurrence, replaced characters as spaces. */
  readonly left: string;
}

/**
 * What still leaves on the paragraphs nobody tuned to: each goes as a chat message through the built gateway with its default
 * settings, and what a capture upstream in another process received is compared with what was planted. `list` as an argument
 * prints the values that left and what was left of them.
 */
export async function run(args: readonly string[]): Promise<void> {
  const paragraphs = unseenParagraphs();
  const received = await sendAll(paragraphs);
  const leaks: Leak[] = [];
  const words = new Map<string, { other: number; replaced: number }>();
  for (const [index, paragraph] of paragraphs.entries()) {
    const kept = keptCharacters(paragraph.text, received[index]!);
    for (const { type, text } of paragraph.values) {
      leaks.push({ lang: paragraph.lang, type, text, ...worstOf(text, paragraph.text, kept) });
    }
    const counted = countOtherWords(paragraph, kept);
    const sum = words.get(paragraph.lang) ?? { other: 0, replaced: 0 };
    words.set(paragraph.lang, { other: sum.other + counted.other, replaced: sum.replaced + counted.replaced });
  }
  report(leaks, words);
  if (args.includes('list')) {
    for (const { lang, type, text, reached, left } of leaks) {
      if (reached === 'nothing') continue;
      process.stdout.write(`${[reached, lang, type, JSON.stringify(text), left.trim()].join('\t')}\n`);
    }
  }
}

async function sendAll(paragraphs: readonly UnseenParagraph[]): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'pvg-leak-'));
  const upstream = await startCaptureUpstream();
  try {
    const gateway = await startGatewayProcess({
      PVG_HOME: home,
      PVG_LOG_LEVEL: 'warn',
      PVG_UPSTREAM_BASE_URL: upstream.baseUrl,
    });
    try {
      const { user } = JSON.parse(readFileSync(join(home, 'dev-keys.json'), 'utf8')) as { user: string };
      for (const { text } of paragraphs) {
        const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${user}` },
          body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }),
        });
        await answer.text();
        if (answer.status !== 200) throw new Error(`the gateway answered ${answer.status}`);
      }
      const { bodies } = await upstream.captured();
      if (bodies.length !== paragraphs.length) throw new Error(`${bodies.length} bodies reached the upstream`);
      return bodies.map((body) => {
        const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
        return messages.findLast(({ role }) => role === 'user')!.content;
      });
    } finally {
      await gateway.stop();
    }
  } finally {
    upstream.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** For each UTF-16 unit of the source, whether it reached the upstream. Throws when what arrived is not the source with gaps. */
function keptCharacters(source: string, arrived: string): Uint8Array {
  const kept = new Uint8Array(source.length);
  const tokens = findVaultTokens(arrived);
  let from = 0;
  let cursor = 0;
  for (const [index, stop] of [...tokens, undefined].entries()) {
    const literal = arrived.slice(from, stop?.start);
    // A token stands for one character at least; the first literal starts the text, the last one ends it.
    let at = 0;
    if (stop === undefined) at = source.length - literal.length;
    else if (index > 0) at = source.indexOf(literal, cursor + 1);
    if (at < cursor || (index === 0 && at > 0) || !source.startsWith(literal, at))
      throw new Error('what arrived is not the paragraph with tokens');
    kept.fill(1, at, at + literal.length);
    cursor = at + literal.length;
    from = stop?.end ?? from;
  }
  return kept;
}

/** The worst of a value's occurrences. */
function worstOf(value: string, source: string, kept: Uint8Array): Pick<Leak, 'reached' | 'left'> {
  let worst: Pick<Leak, 'reached' | 'left'> = { reached: 'nothing', left: '' };
  for (const [start, end] of occurrencesOf(value, source)) {
    const left = Array.from({ length: end - start }, (_, offset) =>
      kept[start + offset] === 1 ? source[start + offset]! : ' ',
    ).join('');
    const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    if (bare(left) === bare(value)) return { reached: 'whole', left };
    if (PART_LETTERS.test(left) || left.replaceAll(/\D/g, '').length >= PART_DIGITS) {
      worst = { reached: 'part', left };
    }
  }
  return worst;
}

function countOtherWords({ text, values }: UnseenParagraph, kept: Uint8Array): { other: number; replaced: number } {
  const planted = new Uint8Array(text.length);
  for (const value of values) for (const [start, end] of occurrencesOf(value.text, text)) planted.fill(1, start, end);
  let other = 0;
  let replaced = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (planted.subarray(index, index + word.length).includes(1)) continue;
    other += 1;
    if (kept.subarray(index, index + word.length).includes(0)) replaced += 1;
  }
  return { other, replaced };
}

function report(leaks: readonly Leak[], words: ReadonlyMap<string, { other: number; replaced: number }>): void {
  print(['type', 'planted', 'left whole', 'left in part', 'whole', 'whole or part']);
  for (const type of [...new Set(leaks.map((leak) => leak.type))].sort()) {
    print([type, ...shares(leaks.filter((leak) => leak.type === type))]);
  }
  const direct = leaks.filter(({ type }) => !INDIRECT.has(type));
  print(['direct identifiers', ...shares(direct)]);
  print(['all', ...shares(leaks)]);

  print(['']);
  print(['language', 'planted', 'left whole', 'left in part', 'whole', 'whole or part', 'other words', 'replaced']);
  for (const lang of [...words.keys()]) {
    const { other, replaced } = words.get(lang)!;
    print([lang, ...shares(leaks.filter((leak) => leak.lang === lang)), String(other), percent(replaced, other)]);
    print([`${lang}, direct`, ...shares(direct.filter((leak) => leak.lang === lang))]);
  }
  const other = [...words.values()].reduce((sum, count) => sum + count.other, 0);
  const replaced = [...words.values()].reduce((sum, count) => sum + count.replaced, 0);
  print(['all', ...shares(leaks), String(other), percent(replaced, other)]);
}

function shares(leaks: readonly Leak[]): string[] {
  const whole = leaks.filter(({ reached }) => reached === 'whole').length;
  const part = leaks.filter(({ reached }) => reached === 'part').length;
  const all = leaks.length;
  return [String(all), String(whole), String(part), percent(whole, all), percent(whole + part, all)];
}

function percent(count: number, all: number): string {
  return all === 0 ? '–' : `${((100 * count) / all).toFixed(1)} %`;
}

function print(cells: readonly string[]): void {
  const widths = [20, 9, 12, 14, 9, 15, 13, 9];
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(widths[index]!)).join('')}\n`);
}
