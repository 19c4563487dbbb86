import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Edit, TextSlot } from '#lib/kernel';
import { readJson } from '../json/read-json.js';
import { data } from './rules.js';
import { type OpenedBody, Walker } from './walker.js';

function open(raw: string): OpenedBody {
  const walker = new Walker(raw);
  data(walker, readJson(raw), { layer: walker.root, path: '' });
  return walker.body({});
}

const whole = (slot: TextSlot, text: string): [TextSlot, Edit[]] => [slot, [{ start: 0, end: slot.text.length, text }]];

describe('walker', () => {
  it('makes a slot of every string, number and key of data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), fc.nat(2), (value, indent) => {
        const raw = JSON.stringify(value, null, indent);
        const texts = open(raw).slots.map((slot) => slot.text);
        const expected: string[] = [];
        const collect = (one: unknown): void => {
          if (typeof one === 'string' && one !== '') expected.push(one);
          else if (typeof one === 'number') expected.push(JSON.stringify(one));
          else if (Array.isArray(one)) one.forEach(collect);
          else if (one !== null && typeof one === 'object') {
            for (const [key, inner] of Object.entries(one)) {
              if (key !== '') expected.push(key);
              collect(inner);
            }
          }
        };
        collect(value);
        const opened = expected.filter((text) => /^[ \t\r\n]*[[{]/.test(text));
        if (opened.length === 0) expect(texts).toEqual(expected);
      }),
    );
  });

  it('changes nothing when nothing is edited', () => {
    const raw = '{ "a" : 1.50, "a":9007199254740993 ,"e":{}, "l":[ ],"u":"\\u00e9\\/", "n":null}\n';
    expect(open(raw).splice(new Map())).toBe(raw);
  });

  it('turns an edited number into a quoted string and an edited key into another key, and leaves the rest', () => {
    const raw = '{ "phone" : 2125551234, "ana@example.org": 1.50,"x":"{\\"n\\":4111111111111111}" }';
    const body = open(raw);
    const slot = (text: string) => body.slots.find((one) => one.text === text)!;
    const edits = new Map([
      whole(slot('2125551234'), '[PHONE_A]'),
      whole(slot('ana@example.org'), 'EMAIL_A'),
      whole(slot('4111111111111111'), '[CARD_A]'),
    ]);
    expect(body.splice(edits)).toBe('{ "phone" : "[PHONE_A]", "EMAIL_A": 1.50,"x":"{\\"n\\":\\"[CARD_A]\\"}" }');
  });

  it('names values by their key, and writes no key that is not a plain word into a path', () => {
    const body = open('{"email":["a"],"ana@example.org":{"x":"b"}}');
    expect(body.slots.map(({ path, text, label, mode }) => [path, text, label, mode])).toEqual([
      ['/email', 'email', undefined, 'bare'],
      ['/email/0', 'a', 'email', 'edit'],
      ['/~1', 'ana@example.org', undefined, 'bare'],
      ['/~1/x', 'x', undefined, 'bare'],
      ['/~1/x', 'b', 'x', 'edit'],
    ]);
  });

  it('opens JSON in strings, level by level, up to a limit', () => {
    let raw = '"ana@example.org"';
    for (let level = 0; level < 6; level += 1) raw = JSON.stringify({ v: JSON.parse(`[${raw}]`)[0] });
    expect(open(raw).slots.some((slot) => slot.text === 'ana@example.org')).toBe(true);
    let nested: unknown = 'x';
    for (let level = 0; level < 13; level += 1) nested = level < 12 ? JSON.stringify([nested]) : [nested];
    expect(() => open(JSON.stringify(nested))).toThrow(expect.objectContaining({ code: 'request.too_deep' }));
  });

  it('reports binary data as media and drops it on demand', () => {
    const raw = '{"a":"data:image/png;base64,AAAA","b":"x"}';
    const body = open(raw);
    expect(body.media).toEqual([{ path: '/a', kind: 'file', message: null }]);
    expect(body.splice(new Map(), { drop: body.media })).toBe('{"a":"[file removed]","b":"x"}');
  });
});
