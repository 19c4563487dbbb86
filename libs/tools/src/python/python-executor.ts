import type { ToolExecutor, ToolFile, ToolInvocation, ToolOutput } from '../registry/tool.js';
import { toolFailed } from '../runner/tool-failed.js';
import type { PythonPool } from './python-pool.js';

/** The code interpreter as a tool: `code` in, what it printed and the files it made out. */
export class PythonExecutor implements ToolExecutor {
  constructor(
    private readonly pool: PythonPool,
    private readonly options: {
      readonly state: 'none' | 'conversation';
      readonly timeoutMs: number;
      readonly charsMax: number;
    },
  ) {}

  async run({ arguments: values, files, signal, tenantId, conversationId }: ToolInvocation): Promise<ToolOutput> {
    const { code } = values;
    if (typeof code !== 'string') throw toolFailed('It takes the argument "code".', 'arguments');
    const { state, timeoutMs, charsMax } = this.options;
    const answer = await this.pool.run(
      { code, charsMax, ...(files && { files }) },
      { keep: state === 'conversation' ? `${tenantId}/${conversationId}` : undefined, timeoutMs, signal },
    );
    const made = answer.files.flatMap(({ name, text }): ToolFile[] => (text === undefined ? [] : [{ name, text }]));
    const pictures = answer.files.some(({ name, binary }) => binary && /\.(?:png|jpe?g|gif|svg)$/i.test(name));
    const parts = [
      ...(answer.text.trim() === '' ? [] : [answer.text.trimEnd()]),
      ...made.map(({ name, text }) => `[file ${name}]\n${text}`),
      ...(pictures ? ['[image removed]'] : []),
    ];
    return { kind: 'text', text: parts.join('\n'), cut: false, failed: !answer.ok };
  }
}
