import type { ApiFamily } from '#lib/config';
import { DIALECTS, type Dialect } from '#lib/dialects';

/** One API that clients speak to the gateway, and where it goes. */
export interface Surface {
  /** For audit rows: `chat.completions`. */
  readonly name: string;
  readonly family: ApiFamily;
  readonly dialect: Dialect;
  /** Whether its stream format has comments, in which the counts can follow. */
  readonly comments: boolean;
}

export const SURFACES = {
  chatCompletions: { name: 'chat.completions', family: 'openai', dialect: DIALECTS.chatCompletions, comments: true },
  responses: { name: 'responses', family: 'openai', dialect: DIALECTS.responses, comments: true },
  completions: { name: 'completions', family: 'openai', dialect: DIALECTS.completions, comments: true },
  embeddings: { name: 'embeddings', family: 'openai', dialect: DIALECTS.embeddings, comments: false },
  messages: { name: 'messages', family: 'anthropic', dialect: DIALECTS.messages, comments: true },
  generateContent: { name: 'generate_content', family: 'gemini', dialect: DIALECTS.generateContent, comments: false },
  generateContentArray: {
    name: 'generate_content',
    family: 'gemini',
    dialect: DIALECTS.generateContentArray,
    comments: false,
  },
  ollama: { name: 'ollama', family: 'ollama', dialect: DIALECTS.ollama, comments: false },
} as const satisfies Record<string, Surface>;
