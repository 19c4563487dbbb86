import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GuardedLane, HELD_CHARS_MAX, type LaneProtection } from './guarded-lane.js';

/** Finds e-mail addresses and North American numbers; each is replaced by its type and a count of its characters. */
const protection: LaneProtection = {
  find: async (text) => ({
    values: [...text.matchAll(/[\w.]+@[\w.]+\.\w{2,}|\b\d{3} \d{3} \d{4}\b/g)].map(({ 0: found, index }) => ({
      type: found.includes('@') ? 'EMAIL' : 'PHONE',
      start: index,
      end: index + found.length,
    })),
    whole: [...text.matchAll(/\[PERSON_\w{10}\]/g)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
    })),
  }),
  replace: async (values) => values.map(({ type, value }) => `[${type}_${value.length}]`),
};

async function run(parts: readonly string[], container: 'text' | 'json' | 'python' = 'text'): Promise<string[]> {
  const lane = new GuardedLane(container, protection);
  const out: string[] = [];
  for (const part of parts) out.push(await lane.push(part));
  out.push(await lane.flush());
  return out;
}
const joined = async (...args: Parameters<typeof run>) => (await run(...args)).join('');

const TEXT =
  'Reach her at bea@example.org any time. Or call 202 555 0101! She is [PERSON_7Q4KX2M9WA], said J. Smith of St. Ives.\nbob@example.org';
const LONG = `${'word '.repeat(60)}bea@example.org ${'more '.repeat(70)}202 555 0101 ${'x'.repeat(700)}`;
const JSON_TEXT = JSON.stringify({
  a: 'mail\tbea@example.org',
  'b"c': ['202 555 0101', { d: 'é \u2028 bea@example.org' }],
  n: 1.5,
});

describe('new personal data in an answer', () => {
  it('is replaced before any part of it is released', async () => {
    const outs = await run([...TEXT]);
    const seen: string[] = [];
    for (const out of outs) {
      seen.push(out);
      expect(seen.join('')).not.toMatch(/bea@|202 5|bob@/);
    }
    expect(seen.join('')).toBe(
      'Reach her at [EMAIL_15] any time. Or call [PHONE_12]! She is [PERSON_7Q4KX2M9WA], said J. Smith of St. Ives.\n[EMAIL_15]',
    );
  });

  it.each([
    ['text', TEXT],
    ['text', LONG],
    ['json', JSON_TEXT],
    ['json', JSON_TEXT.replaceAll('@', '\\u0040')],
    ['json', 'no JSON at all, bea@example.org. Indeed.'],
    ['python', `send(to='bea@example.org', n="202 555 0101", code='''a\nb''')`],
  ] as const)('comes out the same however a text is cut: %s %#', async (container, text) => {
    const whole = await joined([text], container);
    expect(whole).not.toMatch(/bea@|202 5/);
    const step = text.length > 200 ? 7 : 1;
    for (let cut = 1; cut < text.length; cut += step) {
      expect(await joined([text.slice(0, cut), text.slice(cut)], container)).toBe(whole);
    }
    expect(await joined([...text], container)).toBe(whole);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), async (sizes) => {
        const parts: string[] = [];
        let at = 0;
        for (const size of sizes) {
          parts.push(text.slice(at, at + size));
          at += size;
        }
        expect(await joined([...parts, text.slice(at)], container)).toBe(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves JSON that is JSON, and texts without such data byte for byte as they were', async () => {
    const out = JSON.parse(await joined([JSON_TEXT], 'json'));
    expect(out).toEqual({ a: 'mail\t[EMAIL_15]', 'b"c': ['[PHONE_12]', { d: 'é \u2028 [EMAIL_15]' }], n: 1.5 });
    const plain = '{"a": "x\\u00e9\\n\\"q\\"", "n": [1.50, -2e3]}';
    expect(await joined([...plain], 'json')).toBe(plain);
    expect(await joined([LONG.replace(/bea@\S+|202 555 0101/g, 'none')])).toBe(
      LONG.replace(/bea@\S+|202 555 0101/g, 'none'),
    );
  });

  it('holds back one sentence at most, and never more than its bound', async () => {
    for (const text of [TEXT, LONG, 'a'.repeat(2_000), '😀'.repeat(600)]) {
      const lane = new GuardedLane('text', protection);
      let given = 0;
      let released = '';
      for (const unit of text) {
        released += await lane.push(unit);
        given += unit.length;
        const shown = released.replace(/\[EMAIL_15\]/g, 'e'.repeat(15)).replace(/\[PHONE_12\]/g, 'p'.repeat(12));
        expect(given - shown.length).toBeLessThanOrEqual(HELD_CHARS_MAX);
      }
    }
    const lane = new GuardedLane('text', protection);
    expect(await lane.push('The first ends here. The second ')).toBe('The first ends here. ');
  });

  it('is seen whole also where no sentence ends: at every place in a long line', async () => {
    for (let before = 150; before < 330; before += 1) {
      const text = `${'ab '.repeat(before).slice(0, before)} bea@example.org 202 555 0101 ${'cd '.repeat(100)}`;
      expect(await joined([text])).not.toMatch(/bea|@example|202|0101/);
    }
  });

  it('releases nothing of what could not be looked at', async () => {
    const lane = new GuardedLane('text', { ...protection, find: () => Promise.reject(new Error('down')) });
    await expect(lane.push('Reach bea@example.org today. ')).rejects.toThrow('down');
  });
});
