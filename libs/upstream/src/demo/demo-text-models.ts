import type { TextDialectName } from '#lib/config';
import type { DemoReply, DemoRequest } from './demo-reply.js';

export interface DemoTextModel {
  readonly model: string;
  readonly dialect: TextDialectName;
  readonly toolFormat?: 1 | 2;
}

interface Spoken {
  /** What begins a turn of the user, and a tool's result. */
  readonly user: string;
  readonly result: string;
  /** The name of the first tool that a prompt offers. */
  readonly tool: RegExp;
  call(name: string, values: string): string;
  readonly end: string;
}

const HERMES: Spoken = {
  user: '<|im_start|>user',
  result: '<tool_response>',
  tool: /"function": ?\{"name": ?"([^"]+)"/,
  call: (name, values) => `<tool_call>\n{"name": "${name}", "arguments": ${values}}\n</tool_call>`,
  end: '<|im_end|>',
};

const REACT: Spoken = {
  user: 'Question:',
  result: 'Observation:',
  tool: /^([\w.-]+): .*Arguments: \{/m,
  call: (name, values) => ` I look it up.\nAction: ${name}\nAction Input: ${values}\n`,
  end: '',
};

/** How each kind of text model is spoken to and calls tools; see `libs/dialects/src/text-models`. */
const SPOKEN: Readonly<Record<TextDialectName, Spoken>> = {
  hermes: HERMES,
  qwen: HERMES,
  llama3: {
    user: '<|start_header_id|>user',
    result: '<|start_header_id|>ipython',
    tool: /\n\{"name": ?"([^"]+)"/,
    call: (name, values) => `<|python_tag|>{"name": "${name}", "parameters": ${values}}`,
    end: '<|eom_id|>',
  },
  chatglm3: {
    user: '<|user|>',
    result: '<|observation|>',
    tool: /"name": ?"([^"]+)"/,
    call: (name, values) => {
      const list = Object.entries(JSON.parse(values) as Record<string, string>).map(
        ([key, value]) => `${key}='${value}'`,
      );
      return `${name}\n\`\`\`python\ntool_call(${list.join(', ')})\n\`\`\``;
    },
    end: '',
  },
  react: REACT,
  'react-act': { ...REACT, call: (name, values) => ` ${name}\nAction Input: ${values}\n` },
  'react-thought': REACT,
  mistral: {
    user: '[INST]',
    result: '[TOOL_RESULTS]',
    tool: /"function": ?\{"name": ?"([^"]+)"/,
    call: (name, values) => `[TOOL_CALLS][{"name": "${name}", "arguments": ${values}, "id": "a1B2c3D4e"}]`,
    end: '</s>',
  },
  deepseek: {
    user: '<｜User｜>',
    result: '<｜tool▁output▁begin｜>',
    tool: /^### (\S+)/m,
    call: (name, values) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${values}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    end: '<｜end▁of▁sentence｜>',
  },
};

/** The text models that the stand-in can be: one for each dialect, ChatGLM3 in both of its tool formats. */
export function demoTextModels(): DemoTextModel[] {
  const names = Object.keys(SPOKEN) as TextDialectName[];
  return [
    ...names.map((dialect) => ({ model: `demo-${dialect}`, dialect })),
    { model: 'demo-chatglm3-1', dialect: 'chatglm3', toolFormat: 1 },
  ];
}

/** Reads a prompt as the model of that name is given it; null when it is no text model of these. */
export function readPrompt(model: string, prompt: string): DemoRequest | null {
  const spoken = spokenBy(model);
  if (!spoken) return null;
  const [user, result] = [prompt.lastIndexOf(spoken.user), prompt.lastIndexOf(spoken.result)];
  const at = Math.max(user, result, 0);
  const name = spoken.tool.exec(prompt);
  return {
    model,
    messages: [
      { role: 'system', text: prompt.slice(0, at) },
      { role: result > user ? 'tool' : 'user', text: resultIn(prompt.slice(at)) },
    ],
    tools: name ? [{ name: name[1]!, properties: propertiesIn(prompt.slice(name.index)) }] : [],
  };
}

/** What stands before an answer. */
const OPENINGS: Readonly<Record<string, string>> = {
  'demo-react': ' I know the answer.\nFinal Answer: ',
  'demo-react-act': '\nFinal Answer: ',
  'demo-react-thought': ' I know the answer.\nFinal Answer: ',
};

/** What the model of that name would write. */
export function writeText(model: string, reply: DemoReply): string {
  const spoken = spokenBy(model);
  if (!spoken) return reply.kind === 'text' ? reply.text : '';
  if (reply.kind === 'tool_call') return spoken.call(reply.name, JSON.stringify(reply.arguments)) + spoken.end;
  const opening = OPENINGS[model] ?? (model.includes('chatglm3') ? '\n' : '');
  return opening + reply.text + spoken.end;
}

function spokenBy(model: string): Spoken | undefined {
  const known = demoTextModels().find((one) => one.model === model);
  return known && SPOKEN[known.dialect];
}

/** Marks of turns are no text. They are named one by one: a token of letters alone looks like any word in brackets. */
function resultIn(turn: string): string {
  return turn.replace(/<[^<>\n]*>|\[\/?(?:INST|TOOL_RESULTS|AVAILABLE_TOOLS|TOOL_CALLS)\]|^\w+:/g, ' ').trim();
}

/** The names of the first parameters behind a tool's name: of a JSON schema, or of a list of `params`. */
function propertiesIn(text: string): string[] {
  const list = /^[\s\S]{0,400}?"params": ?\[([^\]]*)\]/.exec(text);
  if (list) return [...list[1]!.matchAll(/"name": ?"([^"]+)"/g)].map(([, name]) => name!);
  const start = text.indexOf('{', text.indexOf('"properties"'));
  let depth = 0;
  const names: string[] = [];
  for (const [one, name] of text.slice(start).matchAll(/[{}]|"([^"]+)":/g)) {
    if (one === '{') depth += 1;
    else if (one === '}') depth -= 1;
    else if (depth === 1 && name !== undefined) names.push(name);
    if (depth === 0) break;
  }
  return names;
}
