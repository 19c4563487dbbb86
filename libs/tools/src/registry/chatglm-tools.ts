import { ToolInput } from '#lib/config';
import { chatGlmTools, readJson } from '#lib/dialects';
import { DomainError } from '#lib/kernel';

/**
 * Reads tools as ChatGLM3 registers them: a list, or an object by name; with `params` one by one (format 1) or a JSON Schema
 * under `parameters` (format 2). All get one executor, in whose URL `{name}` is the tool's name. Throws `request.invalid`.
 */
export function importChatGlmTools(registration: unknown, executor: unknown): ReturnType<typeof ToolInput.parse>[] {
  const raw = JSON.stringify(registration) ?? 'null';
  return chatGlmTools(raw, readJson(raw)).map(({ name, description, parameters }) => {
    const own = JSON.parse(JSON.stringify(executor).replaceAll('{name}', encodeURIComponent(name))) as unknown;
    const parsed = ToolInput.safeParse({ name, description, parameters: JSON.parse(parameters), executor: own });
    if (parsed.success) return parsed.data;
    throw new DomainError('request.invalid', {
      publicMessage: 'A tool of the registration is none that can be called.',
      pointer: '/tools',
    });
  });
}
