import type { TextChat } from './text-chat.js';
import type { TextParser } from './text-parser.js';

/** How a text-completion model is told of tools, and how it calls them. */
export interface TextDialect {
  readonly name: string;
  /** The prompt, up to where the model goes on. A model's own chat template, where known, is better: `renderChatTemplate`. */
  render(chat: TextChat): string;
  /** Texts at which the model's turn is over. */
  readonly stop: readonly string[];
  /** Reads the model's answer; `toolNames` are those it was offered. */
  parser(toolNames: readonly string[]): TextParser;
}
