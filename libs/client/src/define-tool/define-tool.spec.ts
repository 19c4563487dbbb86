import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineTool } from './define-tool.js';

const weather = defineTool({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: z.object({
    city: z.string().describe('Where'),
    unit: z.enum(['celsius', 'fahrenheit']).default('celsius').describe('How degrees are counted'),
    days: z.number().int().min(1).max(7).optional(),
    tags: z.array(z.string()).optional(),
  }),
  returns: z.object({ degrees: z.number() }),
  run: ({ city, unit }) => ({ degrees: city.length + (unit === 'celsius' ? 0 : 32) }),
});

describe('a typed tool', () => {
  it('has the schema of its arguments: types, descriptions, required, choices', () => {
    expect(weather.parameters).toMatchObject({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'How degrees are counted' },
        days: { type: 'integer', minimum: 1, maximum: 7 },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['city'],
    });
    expect(weather.definition).toEqual({
      type: 'function',
      function: { name: 'get_weather', description: 'The weather of a city.', parameters: weather.parameters },
    });
  });

  it('does not send what it returns', () => expect(JSON.stringify(weather.definition)).not.toContain('degrees"'));

  it('runs with checked arguments', async () => {
    expect(await weather.run({ city: 'Oslo' })).toEqual({ degrees: 4 });
    await expect(weather.run({ city: 7 })).rejects.toThrow('/city: invalid_type');
    await expect(weather.run({ city: 'Oslo', unit: 'secret-word' })).rejects.not.toThrow('secret-word');
  });

  it('is refused with a bad name or a type that JSON cannot hold', () => {
    const tool = (name: string, parameters: z.ZodObject) =>
      defineTool({ name, description: '', parameters, run: () => 1 });
    expect(() => tool('two words', z.object({}))).toThrow('no name of a tool');
    expect(() => tool('dates', z.object({ at: z.date() }))).toThrow('JSON Schema cannot say');
  });
});
