import { describe, expect, it } from '@jest/globals';
import { importChatGlmTools } from './chatglm-tools.js';

const EXECUTOR = { kind: 'http', url: 'https://dispatch.example/tools/{name}' };

describe('tools registered as ChatGLM3 does', () => {
  it('are read in format 1, parameters one by one', () => {
    const params = [
      { name: 'email', description: 'whose', type: 'str', required: true },
      { name: 'count', description: 'how many', type: 'int', required: false },
    ];
    const [tool] = importChatGlmTools([{ name: 'find', description: 'Finds', params }], EXECUTOR);
    expect(tool).toMatchObject({
      name: 'find',
      description: 'Finds',
      parameters: {
        type: 'object',
        properties: { email: { type: 'string', description: 'whose' }, count: { type: 'integer' } },
        required: ['email'],
      },
      executor: { kind: 'http', url: 'https://dispatch.example/tools/find' },
    });
  });

  it('are read in format 2, a schema, by name', () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tools = importChatGlmTools({ weather: { name: 'weather', description: 'Weather', parameters } }, EXECUTOR);
    expect(tools).toEqual([expect.objectContaining({ name: 'weather', parameters })]);
  });

  it('are refused when a name is none', () => {
    expect(() => importChatGlmTools([{ name: 'two words', description: '' }], EXECUTOR)).toThrow(
      expect.objectContaining({ code: 'request.invalid' }),
    );
  });
});
