export { type JsonNode, memberOf } from './json/json-node.js';
export { readJson } from './json/read-json.js';
export { ChatStream } from './openai-chat/chat-stream.js';
export { type ChatMessage, type ChatRequest, readChatRequest } from './openai-chat/read-chat-request.js';
export { type ChatResponse, type ChatResponseOptions, readChatResponse } from './openai-chat/read-chat-response.js';
export { readJsonBody, readJsonField, readTexts } from './plain/read-json-body.js';
export type { Container, LaneFactory, LaneWriter, TextLane } from './stream/lane.js';
export { type AnswerStream, EVENT_CHARS_MAX, type StreamOptions } from './stream/rewriting-stream.js';
export type { BodySlot, BodyText, MediaKind, MediaPart, OpenedBody, SpliceOptions } from './walk/walker.js';
