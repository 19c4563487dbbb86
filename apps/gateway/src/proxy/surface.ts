import type { ApiFamily } from '#lib/config';
import { DIALECTS, type Dialect } from '#lib/dialects';

/** One API that clients speak to the gateway, and where it goes. */
export interface Surface {
  /** For audit rows: `chat.completions`. */
  readonly name: string;
  readonly family: ApiFamily;
  /** Families of upstreams that can serve it, its own first. */
  readonly families: readonly ApiFamily[];
  readonly dialect: Dialect;
  /** Whether its stream format has comments, in which the counts can follow. */
  readonly comments: boolean;
}

const surface = (name: string, family: ApiFamily, dialect: Dialect, comments: boolean): Surface => ({
  name,
  family,
  families: [family],
  dialect,
  comments,
});

export const SURFACES = {
  /** Text-completion models serve it too: the gateway writes their prompts. */
  chatCompletions: {
    ...surface('chat.completions', 'openai', DIALECTS.chatCompletions, true),
    families: ['openai', 'completions'],
  },
  responses: surface('responses', 'openai', DIALECTS.responses, true),
  completions: surface('completions', 'openai', DIALECTS.completions, true),
  embeddings: surface('embeddings', 'openai', DIALECTS.embeddings, false),
  messages: surface('messages', 'anthropic', DIALECTS.messages, true),
  generateContent: surface('generate_content', 'gemini', DIALECTS.generateContent, false),
  generateContentArray: surface('generate_content', 'gemini', DIALECTS.generateContentArray, false),
  ollama: surface('ollama', 'ollama', DIALECTS.ollama, false),
} as const satisfies Record<string, Surface>;
