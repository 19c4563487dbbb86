import type { DIALECTS } from '#lib/dialects';

/** One route that sends what callers wrote to an upstream. */
export interface LeakSurface {
  readonly name: string;
  readonly dialect: keyof typeof DIALECTS;
  readonly path: string;
  /** What a request must hold besides the place that a value is planted in. */
  readonly base: Readonly<Record<string, unknown>>;
  /** What the upstream answers; an empty object when absent. */
  readonly answer?: object;
  /** Each so-many-th place only: the same rules were followed in full by another surface. */
  readonly every?: number;
}

const USER = { role: 'user', content: 'Hello.' };

export const LEAK_SURFACES: readonly LeakSurface[] = [
  {
    name: 'chat completions',
    dialect: 'chatCompletions',
    path: '/v1/chat/completions',
    base: { model: 'm', messages: [USER] },
  },
  {
    name: 'chat completions, streamed',
    dialect: 'chatCompletions',
    path: '/v1/chat/completions',
    base: { model: 'm', stream: true, messages: [USER] },
    every: 8,
  },
  {
    name: 'chat completions of a text model',
    dialect: 'chatCompletions',
    path: '/v1/chat/completions',
    base: { model: 'text-model', messages: [USER] },
    answer: { choices: [{ index: 0, text: 'Yes.', finish_reason: 'stop' }] },
    every: 2,
  },
  { name: 'responses', dialect: 'responses', path: '/v1/responses', base: { model: 'm', input: 'Hello.' } },
  { name: 'completions', dialect: 'completions', path: '/v1/completions', base: { model: 'm', prompt: 'Hello.' } },
  { name: 'embeddings', dialect: 'embeddings', path: '/v1/embeddings', base: { model: 'm', input: 'Hello.' } },
  {
    name: 'messages',
    dialect: 'messages',
    path: '/v1/messages',
    base: { model: 'm', max_tokens: 9, messages: [USER] },
  },
  {
    name: 'count_tokens',
    dialect: 'messages',
    path: '/v1/messages/count_tokens',
    base: { model: 'm', messages: [USER] },
    every: 8,
  },
  {
    name: 'generateContent',
    dialect: 'generateContent',
    path: '/v1beta/models/m:generateContent',
    base: { contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] },
  },
  {
    name: 'streamGenerateContent',
    dialect: 'generateContentArray',
    path: '/v1beta/models/m:streamGenerateContent',
    base: { contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] },
    every: 16,
  },
  {
    name: 'generateContent, version 1',
    dialect: 'generateContent',
    path: '/v1/models/m:generateContent',
    base: { contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] },
    every: 16,
  },
  {
    name: 'Ollama chat',
    dialect: 'ollama',
    path: '/api/chat',
    base: { model: 'm', stream: false, messages: [USER] },
  },
  {
    name: 'Ollama generate',
    dialect: 'ollama',
    path: '/api/generate',
    base: { model: 'm', stream: false, prompt: 'Hello.' },
    every: 4,
  },
];
