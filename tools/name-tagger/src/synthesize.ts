import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mark, Paragraph } from './corpus.js';
import { type FieldMaker, makeFields } from './fields.js';
import type { NameMaker } from './name-maker.js';

const MARKED: Readonly<Record<string, string>> = {
  per: 'PERSON',
  first: 'PERSON',
  last: 'PERSON',
  city: 'LOCATION',
  country: 'LOCATION',
  loc: 'LOCATION',
  org: 'ORGANIZATION',
  date: 'DATE',
  addr: 'ADDRESS',
};

interface Template {
  readonly language: string;
  readonly text: string;
}

/** Reads the templates of each language; a template is one line, `\n` and `\t` written out. */
export function readTemplates(folder: string): Template[] {
  return readdirSync(join(folder, 'templates'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, 'templates', file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() && !line.startsWith('##'))
        .map((line) => ({
          language: file.slice(0, 2),
          text: line.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
        })),
    );
}

/** Fills a template's `{fields}`; an upper-case field name gives its value in capitals. */
export function fill(template: Template, maker: NameMaker): Paragraph {
  const fields: FieldMaker = makeFields(maker, template.language);
  const spans: Mark[] = [];
  let text = '';
  let at = 0;
  let previous: { field: string; end: number } | undefined;
  for (const match of template.text.matchAll(/\{(\w+)\}/g)) {
    text += template.text.slice(at, match.index);
    const field = match[1] as string;
    const key = field.toLowerCase();
    const make = fields[key];
    if (!make) throw new Error(`unknown field {${field}} in a template`);
    const value = field === key ? make() : make().toUpperCase();
    const type = MARKED[key];
    const start = text.length;
    text += value;
    if (type === 'DATE' && !isFullDate(value)) {
      // Weekdays, bare months and years aren't marked.
    } else if (type) {
      const gap = previous ? text.slice(previous.end, start) : '';
      const reversed = previous?.field === 'last' && key === 'first' && /^(?:, | |\^)$/.test(gap);
      const nickname = previous?.field === 'first' && /^(?:first|last)$/.test(key) && /^(?: "|" )$/.test(gap);
      if (reversed || nickname) {
        const [from, , kind] = spans.pop() as Mark;
        spans.push([from, text.length, kind]);
      } else spans.push([start, text.length, type]);
      previous = { field: key, end: text.length };
    }
    at = match.index + match[0].length;
  }
  text += template.text.slice(at);
  return { text, spans, group: 'synthetic' };
}

function isFullDate(value: string): boolean {
  return /\d/.test(value) && !/^\d{4}$/.test(value);
}
