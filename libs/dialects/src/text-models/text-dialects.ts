import { type ChatGlmToolFormat, chatglm3 } from './chatglm3.js';
import { deepseek } from './deepseek.js';
import { hermes, qwen } from './hermes.js';
import { llama3 } from './llama3.js';
import { mistral } from './mistral.js';
import { react, reactAct, reactThought } from './react.js';
import type { TextDialect } from './text-dialect.js';

const DIALECTS = {
  hermes,
  qwen,
  llama3,
  react,
  'react-act': reactAct,
  'react-thought': reactThought,
  mistral,
  deepseek,
} as const;

export type TextDialectName = keyof typeof DIALECTS | 'chatglm3';

/** The dialect of a text-completion model, by the name that its upstream gives. */
export function textDialect(name: TextDialectName, toolFormat: ChatGlmToolFormat = 2): TextDialect {
  return name === 'chatglm3' ? chatglm3(toolFormat) : DIALECTS[name];
}
