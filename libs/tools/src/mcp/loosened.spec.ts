import { describe, expect, it } from '@jest/globals';
import { loosened } from './loosened.js';

describe('a schema of results that may hold tokens', () => {
  it('keeps its structure, and takes any text where it took texts of a form', () => {
    const schema: Parameters<typeof loosened>[0] = {
      type: 'object',
      properties: {
        format: { type: 'string', format: 'email' },
        kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'], maxLength: 1 } },
        pair: { anyOf: [{ type: 'number', minimum: 3 }, { const: 'none' }] },
      },
      required: ['format'],
      additionalProperties: false,
    };
    expect(loosened(schema)).toEqual({
      type: 'object',
      properties: {
        format: { type: 'string' },
        kinds: { type: 'array', items: { type: 'string' } },
        pair: { anyOf: [{ type: 'number', minimum: 3 }, {}] },
      },
      required: ['format'],
      additionalProperties: false,
    });
  });
});
