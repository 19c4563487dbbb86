import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, type Worker } from 'tesseract.js';
import type { Recognised, RecognisedWord } from '../paged/protocol.js';

let worker: Promise<Worker> | null = null;

/** Tesseract with the language data that npm ships: nothing is downloaded, nothing cached on disk. */
function recogniser(): Promise<Worker> {
  if (!worker) {
    const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
    const langPath = join(data, '4.0.0_best_int');
    worker = createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true });
  }
  return worker;
}

/** The words of a PNG in reading order, one line of the picture per line, an empty line between paragraphs. */
export async function recognise(png: Buffer): Promise<Recognised> {
  const { data } = await (await recogniser()).recognize(png, {}, { text: false, blocks: true });
  let text = '';
  let line = 0;
  const words: RecognisedWord[] = [];
  for (const block of data.blocks ?? []) {
    for (const paragraph of block.paragraphs) {
      for (const { words: found } of paragraph.lines) {
        for (const { text: word, bbox } of found) {
          const gap = text === '' || text.endsWith('\n') ? '' : ' ';
          const start = text.length + gap.length;
          text += gap + word;
          words.push({ start, end: text.length, line, ...bbox });
        }
        text += '\n';
        line += 1;
      }
      text += '\n';
    }
  }
  return { text, words };
}
