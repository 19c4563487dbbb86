import { MessagesStream } from './anthropic/messages-stream.js';
import { readMessagesAnswer } from './anthropic/read-messages-answer.js';
import { readMessagesRequest } from './anthropic/read-messages-request.js';
import type { Dialect } from './dialect.js';
import { GenerateStream } from './gemini/generate-stream.js';
import { readGenerateAnswer } from './gemini/read-generate-answer.js';
import { readGenerateRequest } from './gemini/read-generate-request.js';
import { OllamaStream } from './ollama/ollama-stream.js';
import { readOllamaAnswer } from './ollama/read-ollama-answer.js';
import { readOllamaRequest } from './ollama/read-ollama-request.js';
import { ChatStream } from './openai-chat/chat-stream.js';
import { readChatRequest } from './openai-chat/read-chat-request.js';
import { readChatResponse } from './openai-chat/read-chat-response.js';
import { readCompletionsRequest, readEmbeddingsRequest } from './openai-completions/read-completions-request.js';
import { readResponsesRequest } from './openai-responses/read-responses-request.js';
import { readResponsesResponse } from './openai-responses/read-responses-response.js';
import { ResponsesStream } from './openai-responses/responses-stream.js';

const EVENT_STREAM = 'text/event-stream';

/** The APIs whose bodies the gateway can open. A path of an API that is not here is refused, never forwarded unread. */
export const DIALECTS = {
  chatCompletions: {
    name: 'openai-chat',
    readRequest: readChatRequest,
    readAnswer: readChatResponse,
    stream: (options) => new ChatStream(options),
    streamType: EVENT_STREAM,
  },
  responses: {
    name: 'openai-responses',
    readRequest: readResponsesRequest,
    readAnswer: readResponsesResponse,
    stream: (options) => new ResponsesStream(options),
    streamType: EVENT_STREAM,
  },
  completions: {
    name: 'openai-completions',
    readRequest: readCompletionsRequest,
    readAnswer: readChatResponse,
    stream: (options) => new ChatStream(options),
    streamType: EVENT_STREAM,
  },
  embeddings: {
    name: 'openai-embeddings',
    readRequest: readEmbeddingsRequest,
    readAnswer: readChatResponse,
    stream: null,
    streamType: EVENT_STREAM,
  },
  messages: {
    name: 'anthropic-messages',
    readRequest: readMessagesRequest,
    readAnswer: readMessagesAnswer,
    stream: (options) => new MessagesStream(options),
    streamType: EVENT_STREAM,
  },
  generateContent: {
    name: 'gemini',
    readRequest: readGenerateRequest,
    readAnswer: readGenerateAnswer,
    stream: (options) => new GenerateStream({ ...options, framing: 'sse' }),
    streamType: EVENT_STREAM,
  },
  generateContentArray: {
    name: 'gemini-array',
    readRequest: readGenerateRequest,
    readAnswer: readGenerateAnswer,
    stream: (options) => new GenerateStream({ ...options, framing: 'array' }),
    streamType: 'application/json',
  },
  ollama: {
    name: 'ollama',
    readRequest: readOllamaRequest,
    readAnswer: readOllamaAnswer,
    stream: (options) => new OllamaStream(options),
    streamType: 'application/x-ndjson',
  },
} as const satisfies Record<string, Dialect>;
