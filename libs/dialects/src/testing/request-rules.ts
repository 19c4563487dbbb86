import { requestRule as messages } from '../anthropic/read-messages-request.js';
import type { DIALECTS } from '../dialects.js';
import { generateRule } from '../gemini/read-generate-request.js';
import { requestRule as ollama } from '../ollama/read-ollama-request.js';
import { requestRule as chatCompletions } from '../openai-chat/read-chat-request.js';
import { completionsRule, embeddingsRule } from '../openai-completions/read-completions-request.js';
import { requestRule as responses } from '../openai-responses/read-responses-request.js';
import type { Rule } from '../walk/walker.js';

/** The rule that opens a request of each dialect. */
export const REQUEST_RULES: Readonly<Record<keyof typeof DIALECTS, Rule>> = {
  chatCompletions,
  responses,
  completions: completionsRule,
  embeddings: embeddingsRule,
  messages,
  generateContent: generateRule,
  generateContentArray: generateRule,
  ollama,
};
