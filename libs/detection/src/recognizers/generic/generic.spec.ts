import { describe, expect, it } from '@jest/globals';
import { Detector } from '../../detector.js';
import { GENERIC_RECOGNIZERS } from './index.js';

const detector = new Detector({ names: null });

describe.each(GENERIC_RECOGNIZERS.map((recognizer) => [recognizer.id, recognizer] as const))(
  '%s',
  (_id, recognizer) => {
    const word = Object.values(recognizer.context)[0]?.[0] ?? 'Note';
    const options = { types: [...recognizer.types] };

    it.each([...recognizer.examples.valid])('finds %s beside a context word', (example) => {
      const plain = example.replace(/[«»]/g, '');
      const text = plain === example ? `${word}: ${plain}, ok` : `${plain}, ok`;
      const value = /«(.+)»/.exec(example)?.[1] ?? example;
      const found = detector.find(text, options).map((one) => text.slice(one.start, one.end));
      expect(found).toContain(value);
    });

    it.each([...recognizer.examples.invalid])('does not take %s for one', (value) => {
      const text = `${word}: ${value}, ok`;
      const found = detector.find(text, options).filter((one) => one.recognizer === recognizer.id);
      expect(found.map((one) => text.slice(one.start, one.end))).not.toContain(value);
    });
  },
);
