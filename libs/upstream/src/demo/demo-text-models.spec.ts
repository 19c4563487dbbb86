import { describe, expect, it } from '@jest/globals';
import { demoReply } from './demo-reply.js';
import { readPrompt } from './demo-text-models.js';

describe('the stand-in for a text model', () => {
  it.each(['[EMAIL_ABCDEFGHJK]', '[EMAIL_2BCDEFGHJK]'])('uses the token %s, be it of letters alone', (token) => {
    const request = readPrompt('demo-mistral', `[INST]Mail ${token}.[/INST]`);
    expect(request?.messages.at(-1)?.text).toBe(`Mail ${token}.`);
  });

  it('reads no mark of a turn as text', () => {
    const request = readPrompt('demo-mistral', '[AVAILABLE_TOOLS][][/AVAILABLE_TOOLS][INST]Hello[/INST]');
    expect(request?.messages.at(-1)?.text).toBe('Hello');
    expect(request && demoReply(request).kind).toBe('text');
  });
});
