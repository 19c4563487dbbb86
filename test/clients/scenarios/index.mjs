import { aiScenarios } from './ai.mjs';
import { anthropicScenarios } from './anthropic.mjs';
import { genaiScenarios } from './genai.mjs';
import { langchainScenarios } from './langchain.mjs';
import { ollamaScenarios } from './ollama.mjs';
import { openaiScenarios } from './openai.mjs';

export { contextOf } from './context.mjs';
export { startClientsUpstream } from './upstream.mjs';

/** What each client is tried with, by its name and the title of the scenario. */
export function clientScenarios(modules, t) {
  return {
    openai: openaiScenarios(modules.openai, t),
    '@anthropic-ai/sdk': anthropicScenarios(modules.anthropic, t),
    '@google/genai': genaiScenarios(modules.genai, t),
    ollama: ollamaScenarios(modules.ollama, t),
    'ai with @ai-sdk/openai-compatible': aiScenarios(modules.ai, t),
    '@langchain/openai': langchainScenarios(modules.langchain, t),
  };
}
