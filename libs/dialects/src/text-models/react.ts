import { tryReadJson } from '../json/read-json.js';
import { pythonToJson } from './python-literal.js';
import type { TextCall, TextChat, TextMessage } from './text-chat.js';
import type { TextDialect } from './text-dialect.js';
import { heldLength, type TextEvent, type TextParser } from './text-parser.js';

/** Think, act, observe (Yao et al. 2022, "ReAct"), for models that know no calls at all. */

const INSTRUCTION = `Answer with the help of these tools:
%tools%

Use this format:
Thought: what to do next
Action: the name of one tool
Action Input: its arguments, as a JSON object
Observation: the result, which will be given to you
(Thought, Action, Action Input and Observation may repeat.)
Thought: I know the answer
Final Answer: the answer`;

const ACT_INSTRUCTION = `Answer with the help of these tools, and say nothing else:
%tools%

Use this format:
Action: the name of one tool
Action Input: its arguments, as a JSON object
Observation: the result, which will be given to you
(Action, Action Input and Observation may repeat.)
Final Answer: the answer`;

const THOUGHT_INSTRUCTION = `Think step by step. Use this format:
Thought: what follows from what you know
Final Answer: the answer`;

/** Interleaved, or one half of it alone: the three ways that the paper compares. */
type Mode = 'thoughts and actions' | 'actions' | 'thoughts';

const INSTRUCTIONS: Readonly<Record<Mode, string>> = {
  'thoughts and actions': INSTRUCTION,
  actions: ACT_INSTRUCTION,
  thoughts: THOUGHT_INSTRUCTION,
};

function render({ messages, tools: offered }: TextChat, mode: Mode): string {
  const tools = mode === 'thoughts' ? [] : offered;
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first.content : '';
  const lines = tools.map(({ name, description, parameters }) => `${name}: ${description} Arguments: ${parameters}`);
  const asked = tools.length > 0 || mode === 'thoughts';
  const instruction = asked ? INSTRUCTIONS[mode].replace('%tools%', () => lines.join('\n')) : '';
  const turns = first?.role === 'system' ? rest : messages;
  const parts = [system, instruction, ...turns.map(write)].filter((one) => one !== '');
  const next = turns.at(-1)?.role === 'tool' || asked ? FIRST_LABEL[mode] : 'Final Answer:';
  return `${parts.join('\n\n')}\n${next}`;
}

function write(message: TextMessage): string {
  if (message.role === 'tool') return `Observation: ${message.content}`;
  if (message.role !== 'assistant') return `Question: ${message.content}`;
  const calls = message.calls.map(({ name, arguments: values }) => `Action: ${name}\nAction Input: ${values}`);
  const said = message.content === '' ? [] : [`${calls.length > 0 ? 'Thought' : 'Final Answer'}: ${message.content}`];
  return [...said, ...calls].join('\n');
}

const LABELS = ['Thought:', 'Action:', 'Action Input:', 'Observation:', 'Final Answer:'] as const;
type Label = (typeof LABELS)[number];
const FIRST_LABEL: Readonly<Record<Mode, Label>> = {
  'thoughts and actions': 'Thought:',
  actions: 'Action:',
  thoughts: 'Thought:',
};

/** Reads labelled lines. A label counts at the beginning of a line only. */
class ReactParser implements TextParser {
  private buffer = '';
  private label: Label;
  private lineStart = true;
  private action = '';
  private input = '';
  private answered = false;
  private called = false;
  private thoughts = '';

  constructor(first: Label) {
    this.label = first;
  }

  push(fragment: string): TextEvent[] {
    this.buffer += fragment;
    return this.run(false);
  }

  end(): TextEvent[] {
    const events = this.run(true);
    this.closeAction(events);
    // A model that keeps to no format has answered all the same.
    const thoughts = this.thoughts.trim();
    if (!this.answered && !this.called && thoughts !== '') events.push({ kind: 'text', text: thoughts });
    return events;
  }

  private run(final: boolean): TextEvent[] {
    const events: TextEvent[] = [];
    while (this.buffer !== '') {
      if (this.lineStart) {
        const trimmed = this.buffer.trimStart();
        const label = LABELS.find((one) => trimmed.startsWith(one));
        if (label && this.label !== 'Final Answer:') {
          this.switchTo(label, events);
          this.buffer = trimmed.slice(label.length);
          this.lineStart = false;
          continue;
        }
        const undecided = trimmed === '' || heldLength(trimmed, LABELS) === trimmed.length;
        if (!final && undecided) return events;
      }
      const at = this.buffer.indexOf('\n');
      const end = at === -1 ? this.buffer.length : at + 1;
      this.take(this.buffer.slice(0, end), events);
      this.buffer = this.buffer.slice(end);
      this.lineStart = at !== -1;
    }
    return events;
  }

  private switchTo(label: Label, events: TextEvent[]): void {
    if (label === 'Action:' || label === 'Thought:' || label === 'Observation:') this.closeAction(events);
    this.label = label;
  }

  private take(text: string, events: TextEvent[]): void {
    if (this.label === 'Action:') this.action += text;
    else if (this.label === 'Action Input:') this.input += text;
    else if (this.label === 'Thought:') {
      this.thoughts += text;
      events.push({ kind: 'reasoning', text });
    } else if (this.label === 'Final Answer:') {
      const shown = this.answered ? text : text.trimStart();
      if (shown !== '') events.push({ kind: 'text', text: shown });
      this.answered ||= shown !== '';
    }
    // An observation that the model made up itself is not passed on.
  }

  private closeAction(events: TextEvent[]): void {
    const [, inside = this.action, bracketed] = BRACKETED.exec(this.action.trim()) ?? [];
    const name = inside.trim();
    const input = this.input.trim() === '' && bracketed !== undefined ? bracketed : this.input.trim();
    this.action = '';
    this.input = '';
    if (name === '') return;
    this.called = true;
    events.push({ kind: 'call', call: { name, arguments: argumentsOf(input) } satisfies TextCall });
  }
}

/** The paper's own form of an action: `Search[Ada Lovelace]`. */
const BRACKETED = /^([\w-]+)\[([\s\S]*)\]$/;

/** An object as it is, a Python dict as JSON, anything else as one argument named `input`. */
function argumentsOf(input: string): string {
  if (input === '') return '{}';
  const text = input.replace(/^```(?:json)?\n([\s\S]*?)\n?```$/, '$1');
  const json = isObject(text) ? text : pythonToJson(text);
  return json !== null && isObject(json) ? json : JSON.stringify({ input: text });
}

function isObject(text: string): boolean {
  try {
    return tryReadJson(text)?.kind === 'object';
  } catch {
    return false;
  }
}

function reactIn(name: string, mode: Mode): TextDialect {
  return {
    name,
    render: (chat) => render(chat, mode),
    stop: ['\nObservation:'],
    parser: (toolNames) =>
      new ReactParser(toolNames.length > 0 || mode === 'thoughts' ? FIRST_LABEL[mode] : 'Final Answer:'),
  };
}

export const react = reactIn('react', 'thoughts and actions');
/** Acts without saying why. */
export const reactAct = reactIn('react-act', 'actions');
/** Thinks, and calls no tools. */
export const reactThought = reactIn('react-thought', 'thoughts');
