import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyEdits } from '#lib/kernel';
import { type JsonNode, memberOf, textOf } from './json-node.js';
import { readJson, tryReadJson } from './read-json.js';
import { bodyLayer, stringLayer } from './text-layer.js';

function plain(source: string, node: JsonNode): unknown {
  if (node.kind === 'array') return node.items.map((item) => plain(source, item));
  if (node.kind === 'object') {
    const out: Record<string, unknown> = {};
    for (const { name, value } of node.members) {
      Object.defineProperty(out, name, {
        value: plain(source, value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return out;
  }
  return node.kind === 'string' ? textOf(source, node) : JSON.parse(source.slice(node.start, node.end));
}

describe('JSON reader', () => {
  it('reads every JSON text as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), fc.nat(3), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(plain(spaced, readJson(spaced))).toEqual(JSON.parse(spaced));
      }),
    );
  });

  it('accepts and refuses arbitrary near-JSON exactly as JSON.parse does', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'u00e9',
      'a',
      '1',
      '-',
      '.',
      'e',
      ' ',
      '\n',
      '\u0001',
      'true',
      'null',
      '0',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(tryReadJson(text) !== null).toBe(valid);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "['a']",
    '01',
    '1.',
    '+1',
    'NaN',
    '"\t"',
    '"\\x"',
    '"\\u12"',
    '1 2',
    '\ufeff1',
    'nul',
    '"a',
  ])('refuses %j with offset and line only', (text) => {
    expect(() => readJson(text)).toThrow(
      expect.objectContaining({ code: 'request.malformed', facts: { line: 1, offset: expect.any(Number) } }),
    );
  });

  it('says the line of the fault and quotes nothing', () => {
    expect(() => readJson('{\n"k": "ana@example.org",\n x}')).toThrow(
      expect.objectContaining({ message: 'request.malformed: The body is not valid JSON (line 3, offset 27).' }),
    );
  });

  it.each(['[', '{"a":'])('refuses 10,000 levels of %j without overflowing the stack', (open) => {
    expect(() => readJson(open.repeat(10_000))).toThrow(expect.objectContaining({ code: 'request.too_deep' }));
    expect(() => readJson('['.repeat(101) + ']'.repeat(101))).toThrow(
      expect.objectContaining({ code: 'request.too_deep' }),
    );
    expect(readJson('['.repeat(100) + ']'.repeat(100)).kind).toBe('array');
  });

  it('keeps duplicate keys and gives the last one by name', () => {
    const text = '{"a":1,"a":2}';
    const node = readJson(text);
    expect(node.kind === 'object' && node.members.map((member) => member.name)).toEqual(['a', 'a']);
    const last = memberOf(node, 'a')!;
    expect(text.slice(last.start, last.end)).toBe('2');
  });
});

describe('text layer', () => {
  it('lifts an edit through three levels of JSON in strings and leaves every other byte', () => {
    const inner = '{"to":"Jos\\u00e9 \\/ Ana \\"A\\" Ruiz","n":1.50}';
    const middle = `{ "body" : ${JSON.stringify(inner)} , "big":9007199254740993}`;
    const raw = `{"arguments": ${JSON.stringify(middle)},"arguments":[],"x":{} }`;
    const root = readJson(raw);
    const first = stringLayer(bodyLayer(raw), (root.kind === 'object' ? root.members[0]!.value : root) as never);
    expect(first.text).toBe(middle);
    const second = stringLayer(first, memberOf(readJson(first.text), 'body') as never);
    expect(second.text).toBe(inner);
    const third = stringLayer(second, memberOf(readJson(second.text), 'to') as never);
    expect(third.text).toBe('José / Ana "A" Ruiz');
    const edited = applyEdits(raw, [third.lift({ start: 7, end: 10, text: 'a "q" \\ \n\ud800' })]);
    const expectedInner = inner.replace('Ana', 'a \\"q\\" \\\\ \\n\\ud800');
    expect(edited).toBe(
      raw.replace(
        JSON.stringify(middle),
        JSON.stringify(middle.replace(JSON.stringify(inner), JSON.stringify(expectedInner))),
      ),
    );
  });

  it('edits any span of any string so that decoding gives the edited text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.nat(),
        fc.nat(),
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        (text, a, b, by, ascii) => {
          let raw = JSON.stringify(text);
          if (ascii) raw = raw.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
          const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
          const layer = stringLayer(bodyLayer(raw), readJson(raw) as never);
          const edited = applyEdits(raw, [layer.lift({ start, end, text: by })]);
          expect(JSON.parse(edited)).toBe(text.slice(0, start) + by + text.slice(end));
        },
      ),
    );
  });
});
