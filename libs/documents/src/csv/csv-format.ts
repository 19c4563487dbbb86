import type { DocumentFormat } from '../document-format.js';
import { rewriteRecords } from '../records/rewrite-records.js';
import { CsvCodec } from './csv-codec.js';
import { separatorOf } from './separator.js';

const HEAD_LENGTH = 64 * 1024;

export const CSV: DocumentFormat = {
  id: 'csv',
  mediaType: 'text/csv',
  extensions: ['csv'],
  reversible: true,
  streamed: true,
  async rewrite(input, output, session) {
    const separator = separatorOf((await input.head(HEAD_LENGTH)).toString('latin1'));
    await rewriteRecords(
      input,
      output,
      session,
      () => new CsvCodec(separator, session.options.columns, session.part('')),
    );
  },
};

export const TSV: DocumentFormat = {
  id: 'tsv',
  mediaType: 'text/tab-separated-values',
  extensions: ['tsv', 'tab'],
  reversible: true,
  streamed: true,
  rewrite: (input, output, session) =>
    rewriteRecords(input, output, session, () => new CsvCodec('\t', session.options.columns, session.part(''))),
};
