import { infoClassOf } from '#lib/kernel';
import type { Recognizer } from './recognizer.js';

const HEAD = `# Entity types

Generated from the recognizers by \`node scripts/entities.mjs\`; a test fails when it is out of date. Examples are invented.
Persons, organisations, places, addresses and dates in running text come from the name tagger (data-card.md) as well.
"Context" lists some of the words that lift the score of a value near them; a value of a type marked "needs context" is found
beside such a word only. Types marked "off" are found when a request or collection names them.
`;

const CONTEXT_SHOWN = 4;
const EXAMPLES_SHOWN = 2;

/** The page docs/entities.md for a list of recognizers. */
export function renderEntities(recognizers: readonly Recognizer[]): string {
  const generic = recognizers.filter((one) => one.country === undefined);
  const national = recognizers.filter((one) => one.country !== undefined);
  const countries = new Set(national.map((one) => one.country));
  return [
    HEAD,
    `${recognizers.length} recognizers, ${new Set(recognizers.flatMap((one) => one.types)).size} types, national identifiers of ${countries.size} countries.\n`,
    '## Of no country\n',
    table(generic),
    '\n## National, tax, health and bank identifiers\n',
    table([...national].sort((a, b) => (a.id < b.id ? -1 : 1))),
    '',
  ].join('\n');
}

function table(recognizers: readonly Recognizer[]): string {
  const rows = recognizers.map((one) => {
    const flags = [one.requiresContext ? 'needs context' : '', one.offByDefault ? 'off' : ''].filter(
      (flag) => flag !== '',
    );
    const type = one.types[0]!;
    return [
      type,
      infoClassOf(type),
      one.country ?? '',
      one.title + (flags.length > 0 ? ` (${flags.join(', ')})` : ''),
      one.check,
      one.examples.valid.slice(0, EXAMPLES_SHOWN).map(code).join(', '),
      contextOf(one),
      one.source,
    ];
  });
  const head = ['Type', 'Class', 'Country', 'What', 'Check', 'Examples', 'Context', 'Source'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n');
}

function contextOf({ context, labels }: Recognizer): string {
  const words = [...new Set(Object.values(Object.keys(context).length > 0 ? context : (labels ?? {})).flat())];
  return words.slice(0, CONTEXT_SHOWN).join(', ') + (words.length > CONTEXT_SHOWN ? ' …' : '');
}

function code(example: string): string {
  return `\`${example.split('\n')[0]!.replaceAll('`', "'")}\``;
}

function escapeCell(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
