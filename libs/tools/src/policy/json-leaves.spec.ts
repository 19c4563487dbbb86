import { describe, expect, it } from '@jest/globals';
import { without } from './json-leaves.js';

const drop =
  (...pointers: string[]) =>
  (pointer: string) =>
    pointers.includes(pointer);

describe('what a rule drops', () => {
  it('is gone from the value, and from JSON that stands in its texts', () => {
    const value = { a: { b: 1, c: 2 }, list: [1, 2], text: '{ "in": {"x": 1, "y": 2} }' };
    expect(without(value, drop('/a/b', '/list/0', '/text#/in/x'))).toEqual({
      a: { c: 2 },
      list: [2],
      text: '{"in":{"y":2}}',
    });
  });

  it('leaves every other text byte for byte', () => {
    for (const text of ['{ "n": 1.50 }', '{no json', '[1, 2] ', 'words']) {
      expect(without({ text }, drop('/text#/x'))).toEqual({ text });
    }
  });
});
