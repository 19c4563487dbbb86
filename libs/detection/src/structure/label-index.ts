import { contextWords, singular } from '../context/context-words.js';
import type { Recognizer } from '../recognizer.js';

/** Words before `name` that make it a thing's name. */
const NOT_OF_A_PERSON = new Set([
  'file',
  'host',
  'column',
  'function',
  'class',
  'domain',
  'project',
  'product',
  'table',
  'event',
  'field',
  'variable',
  'method',
  'tool',
  'model',
  'module',
  'package',
  'service',
  'server',
  'bucket',
  'branch',
  'repo',
  'repository',
  'cluster',
  'pod',
  'container',
  'image',
  'device',
  'brand',
  'database',
  'db',
  'schema',
  'key',
  'tag',
  'type',
  'path',
  'app',
  'application',
  'bank',
  'company',
  'business',
  'organization',
  'organisation',
  'drug',
  'street',
  'city',
  'country',
  'state',
  'item',
  'plan',
  'policy',
  'job',
  'task',
  'step',
  'test',
  'role',
  'group',
  'channel',
  'topic',
  'queue',
  'index',
  'node',
  'process',
  'thread',
  'user',
  'screen',
  'code',
  'common',
  'brand',
  'trade',
  'node',
  'display',
  'sheet',
  'layer',
  'font',
  'color',
  'event',
  'metric',
  'feature',
  'experiment',
  'team',
  'pet',
  'ship',
  'vessel',
  'school',
  'course',
  'dataset',
]);

/** Finds the recognizers that a field's label speaks for: the label's last words are one of their labels. */
export class LabelIndex {
  private readonly byPhrase = new Map<string, Recognizer[]>();
  private readonly remembered = new Map<string, readonly Recognizer[]>();

  constructor(recognizers: readonly Recognizer[]) {
    for (const recognizer of recognizers) {
      for (const phrase of Object.values(recognizer.labels ?? {}).flat()) {
        const key = contextWords(phrase).join(' ');
        const list = this.byPhrase.get(key);
        if (list) list.push(recognizer);
        else this.byPhrase.set(key, [recognizer]);
      }
    }
  }

  /** The words a label may end in. */
  lastWords(): string[] {
    return [...this.byPhrase.keys()].map((phrase) => phrase.slice(phrase.lastIndexOf(' ') + 1));
  }

  recognizersFor(label: string): readonly Recognizer[] {
    const known = this.remembered.get(label);
    if (known) return known;
    const found = this.lookUp(contextWords(label));
    if (this.remembered.size > 5_000) this.remembered.clear();
    this.remembered.set(label, found);
    return found;
  }

  private lookUp(words: readonly string[]): readonly Recognizer[] {
    const last = Math.max(0, words.length - 4);
    for (let from = last; from < words.length; from += 1) {
      const phrase = words.slice(from).join(' ');
      const found = this.byPhrase.get(phrase) ?? this.byPhrase.get(singular(phrase));
      if (!found) continue;
      return from > 0 && NOT_OF_A_PERSON.has(words[from - 1]!) ? [] : found;
    }
    return [];
  }
}
