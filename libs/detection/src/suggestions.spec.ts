import { describe, expect, it } from '@jest/globals';
import { tokenBodyFrom, vaultToken } from '#lib/kernel';
import { Detector } from './detector.js';
import { withSuggestions } from './suggestions.js';

const detector = new Detector({ names: null });

function merged(text: string, spans: readonly [string, string, number?][], options = {}) {
  const suggested = spans.map(([value, type, score = 0.8]) => {
    const start = text.indexOf(value);
    return { start, end: start + value.length, type, score };
  });
  return withSuggestions(text, detector.find(text, options), suggested, 'analyzer', options).map(
    ({ start, end, type }) => [type, text.slice(start, end)],
  );
}

describe('findings beside suggestions of another analyzer', () => {
  it('adds what the detector did not find', () => {
    expect(merged('Zeb Quillfeather wrote to zeb@example.org', [['Zeb Quillfeather', 'PERSON']])).toEqual([
      ['PERSON', 'Zeb Quillfeather'],
      ['EMAIL', 'zeb@example.org'],
    ]);
  });

  it('keeps a checked value against a longer suggestion', () => {
    const text = 'card 4095-2609-9393-4932 of today';
    expect(merged(text, [['4095-2609-9393-4932 of today', 'ADDRESS']])).toContainEqual([
      'CREDIT_CARD',
      '4095-2609-9393-4932',
    ]);
  });

  it('drops a suggestion inside a longer finding', () => {
    expect(merged('mail zeb@example.org', [['example.org', 'URL']])).toEqual([['EMAIL', 'zeb@example.org']]);
  });

  it.each([
    ['under the threshold', {}, 0.3],
    ['of a type that is switched off', { excludeTypes: ['PERSON'] }, 0.9],
    ['on the allow list', { allow: [{ text: 'zeb quillfeather' }] }, 0.9],
  ])('drops a suggestion %s', (_, options, score) => {
    expect(merged('Zeb Quillfeather wrote', [['Zeb Quillfeather', 'PERSON', score]], options)).toEqual([]);
  });

  it('never touches a vault token', () => {
    const token = vaultToken('EMAIL', tokenBodyFrom(Uint8Array.of(1, 2, 3, 4, 5)));
    const text = `Quill ${token} Feather`;
    for (const [, value] of merged(text, [[text, 'ORGANIZATION']])) expect(value).not.toContain('[');
    expect(merged(text, [[token, 'CUSTOM']])).toEqual([]);
  });

  it('keeps the invariant: sorted and free of overlaps', () => {
    const text = 'Zeb Quillfeather, zeb@example.org, +1 212 555 0187, 4095-2609-9393-4932';
    const findings = withSuggestions(
      text,
      detector.find(text),
      Array.from({ length: 40 }, (_, at) => ({
        start: at,
        end: Math.min(text.length, at + 9),
        type: 'URL',
        score: 0.6,
      })),
      'analyzer',
    );
    findings.slice(1).forEach((finding, index) => {
      expect(finding.start).toBeGreaterThanOrEqual(findings[index]!.end);
    });
  });
});
