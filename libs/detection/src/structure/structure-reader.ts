import type { ContextIndex } from '../context/context-index.js';
import type { WordIndex } from '../context/word-index.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';
import type { Recognizer } from '../recognizer.js';
import { type Field, fieldAt } from './fields.js';
import type { LabelIndex } from './label-index.js';
import { eachTableCell } from './table.js';

/** What the labels of a text say: values that only their field's name gives away, and the column of each table cell. */
export class StructureReader {
  readonly found: CandidateFinding[] = [];
  private readonly cells: Field[] = [];
  private readonly text: string;

  constructor(
    private readonly words: WordIndex,
    private readonly labels: LabelIndex,
    private readonly context: ContextIndex,
    private readonly endsLabel: ReadonlySet<number>,
    private readonly wants: (recognizer: Recognizer) => boolean,
  ) {
    this.text = words.text;
  }

  /** Reads the whole text once. `label` names the text itself. */
  read(label: string | undefined): void {
    if (label) this.field({ label, start: 0, end: this.text.length, quoted: true });
    for (const { index, number } of this.words.known) {
      if (!this.endsLabel.has(number)) continue;
      const field = fieldAt(this.text, this.words.end(index));
      if (field) this.field(field);
    }
    if (this.text.includes('\n')) this.tables();
  }

  /** The header of the table cell at a place, when its column is one that recognizers know. */
  labelAt(place: number): string | undefined {
    let low = 0;
    let high = this.cells.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cells[middle]!.end <= place) low = middle + 1;
      else high = middle;
    }
    const cell = this.cells[low];
    return cell && cell.start <= place ? cell.label : undefined;
  }

  private tables(): void {
    const isKnown = (label: string): boolean =>
      this.labels.recognizersFor(label).length > 0 || this.context.phrasesIn(label).length > 0;
    eachTableCell(this.text, isKnown, (cell) => {
      this.cells.push(cell);
      this.field(cell);
    });
  }

  private field({ label, start, end }: Field): void {
    const recognizers = this.labels.recognizersFor(label);
    if (recognizers.length === 0) return;
    const value = this.text.slice(start, end);
    for (const recognizer of recognizers) {
      if (!this.wants(recognizer) || !recognizer.acceptsLabelled?.(value)) continue;
      this.found.push({
        start,
        end,
        type: recognizer.types[0]!,
        score: recognizer.score,
        recognizer: recognizer.id,
        evidence: 'context',
        explanation: { validation: 'unknown', context: [label], path: [{ reason: 'label', score: recognizer.score }] },
      });
    }
  }
}
