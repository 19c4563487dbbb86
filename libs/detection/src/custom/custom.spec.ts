import { describe, expect, it } from '@jest/globals';
import { Detector } from '../detector.js';
import { compileCustomRecognizer } from './custom-recognizer.js';

const detector = new Detector({ names: null });

describe('custom recognizers', () => {
  it('find by pattern, dictionary and context, and name themselves in the finding', () => {
    const custom = [
      compileCustomRecognizer({ name: 'badge', type: 'BADGE', pattern: 'B-[0-9]{4}', score: 0.3, context: ['badge'] }),
      compileCustomRecognizer({ name: 'project', type: 'PROJECT', dictionary: ['Blue Heron'] }),
    ];
    const text = `badge B-1234 for blue  heron; ${'and so on '.repeat(8)}part B-9999`;
    const found = detector.find(text, { custom });
    expect(found.map(({ type, start, end, recognizer }) => [type, text.slice(start, end), recognizer])).toEqual([
      ['BADGE', 'B-1234', 'custom.badge'],
      ['PROJECT', 'blue  heron', 'custom.project'],
    ]);
    expect(found[0]!.explanation.context).toEqual(['badge']);
  });

  it.each([
    [{ name: 'x', type: 'X', pattern: '(a' }],
    [{ name: 'x', type: 'X', pattern: '(?=a)b' }],
    [{ name: 'x', type: 'X', pattern: '(a)\\1' }],
    [{ name: 'x', type: 'X', pattern: 'a*' }],
    [{ name: 'x', type: 'X', pattern: 'a'.repeat(1_001) }],
    [{ name: 'Bad Name', type: 'X', pattern: 'a' }],
    [{ name: 'x', type: 'lower', pattern: 'a' }],
    [{ name: 'x', type: 'X' }],
    [{ name: 'x', type: 'X', dictionary: [' '] }],
    [{ name: 'x', type: 'X', pattern: 'a', score: 2 }],
  ])('refuses %j', (definition) => {
    expect(() => compileCustomRecognizer(definition)).toThrow(/^request\.invalid/);
  });

  it('see a match whole wherever the windows of a long text fall, and take ^ and $ for the ends of the text', () => {
    const custom = [compileCustomRecognizer({ name: 'id', type: 'MARK', pattern: 'QX[0-9]+Y' })];
    const text = 'ab QX12345Y '.repeat(20_000);
    expect(detector.find(text, { custom, types: ['MARK'], customTimeoutMs: 60_000 })).toHaveLength(20_000);
    const anchored = [compileCustomRecognizer({ name: 'id', type: 'MARK', pattern: '^ab|QX12345Y $' })];
    expect(
      detector.find(text, { custom: anchored, types: ['MARK'], customTimeoutMs: 60_000 }).map((one) => one.start),
    ).toEqual([0, text.length - 9]);
  });
});

describe('lists', () => {
  it('let allowed values pass in any case, of one type or of all', () => {
    const text = 'info@example.com, lena@example.com';
    const values = (allow: { text: string; type?: string }[]) =>
      detector.find(text, { allow }).map((one) => text.slice(one.start, one.end));
    expect(values([{ text: 'INFO@example.com' }])).toEqual(['lena@example.com']);
    expect(values([{ text: 'info@example.com', type: 'PERSON' }])).toHaveLength(2);
  });

  it('find denied terms as whole words only, before everything else', () => {
    const text = 'Ann annexed lena@halcyon.example and Halcyon';
    const found = detector.find(text, {
      deny: [
        { text: 'ann', type: 'PERSON' },
        { text: 'Halcyon', caseSensitive: true },
      ],
    });
    expect(found.map(({ type, start, end }) => [type, text.slice(start, end)])).toEqual([
      ['PERSON', 'Ann'],
      ['EMAIL', 'lena@halcyon.example'],
      ['CUSTOM', 'Halcyon'],
    ]);
  });
});
