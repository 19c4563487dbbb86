export { MessagesStream } from './anthropic/messages-stream.js';
export { readMessagesAnswer } from './anthropic/read-messages-answer.js';
export { type MessagesRequest, readMessagesRequest } from './anthropic/read-messages-request.js';
export type { AnswerOptions, BodyMessage, Dialect, OpenedAnswer, OpenedRequest } from './dialect.js';
export { DIALECTS } from './dialects.js';
export { GenerateStream } from './gemini/generate-stream.js';
export { readGenerateAnswer } from './gemini/read-generate-answer.js';
export { readGenerateRequest } from './gemini/read-generate-request.js';
export { type JsonNode, memberOf } from './json/json-node.js';
export { readJson } from './json/read-json.js';
export { OllamaStream } from './ollama/ollama-stream.js';
export { readOllamaAnswer } from './ollama/read-ollama-answer.js';
export { readOllamaRequest } from './ollama/read-ollama-request.js';
export { ChatStream } from './openai-chat/chat-stream.js';
export { type ChatRequest, readChatRequest } from './openai-chat/read-chat-request.js';
export { readChatResponse } from './openai-chat/read-chat-response.js';
export {
  type PromptRequest,
  readCompletionsRequest,
  readEmbeddingsRequest,
} from './openai-completions/read-completions-request.js';
export { type ResponsesRequest, readResponsesRequest } from './openai-responses/read-responses-request.js';
export { readResponsesResponse } from './openai-responses/read-responses-response.js';
export { ResponsesStream } from './openai-responses/responses-stream.js';
export { readJsonBody, readJsonField, readTexts } from './plain/read-json-body.js';
export type { Container, LaneFactory, LaneWriter, TextLane } from './stream/lane.js';
export { type AnswerStream, EVENT_CHARS_MAX, type StreamOptions } from './stream/rewriting-stream.js';
export { type EncoderOptions, encodeChatAnswer, TextModelStream } from './text-models/chat-encoder.js';
export { type HuggingFaceMessage, renderChatTemplate, toHuggingFaceMessages } from './text-models/chat-template.js';
export { chatglm3 } from './text-models/chatglm3.js';
export { chatGlmTools } from './text-models/chatglm3-messages.js';
export { deepseek } from './text-models/deepseek.js';
export { hermes, qwen } from './text-models/hermes.js';
export { llama3 } from './text-models/llama3.js';
export { mistral } from './text-models/mistral.js';
export { NdjsonCompletions } from './text-models/ndjson-completions.js';
export { oneSystemMessage } from './text-models/one-system-message.js';
export { react } from './text-models/react.js';
export { readTextChat } from './text-models/read-text-chat.js';
export type { TextCall, TextChat, TextMessage, TextTool } from './text-models/text-chat.js';
export type { TextDialect } from './text-models/text-dialect.js';
export { type TextDialectName, textDialect } from './text-models/text-dialects.js';
export type { TextEvent, TextParser } from './text-models/text-parser.js';
export { type CallShape, readTextRequest, type TextRequest } from './text-models/text-request.js';
export type { BodySlot, BodyText, MediaKind, MediaPart, OpenedBody, SpliceOptions } from './walk/walker.js';
