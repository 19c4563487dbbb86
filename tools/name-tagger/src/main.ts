import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { encodeModel } from '../../../libs/detection/src/name-tagger/artifact.js';
import type { ModelData } from '../../../libs/detection/src/name-tagger/model.js';
import { NameTagger } from '../../../libs/detection/src/name-tagger/name-tagger.js';
import { foldOf, type Manifest, type Paragraph, readSource } from './corpus.js';
import { listErrors } from './errors.js';
import { buildGazetteer } from './gazetteer.js';
import { report } from './report.js';
import { DEFAULTS, trainModel } from './train-model.js';

const USAGE = `npm run train:name-tagger -- --data <folder> [--manifest <file>] [options]
  --hold <0..4>    leave that fifth of the written paragraphs out of training and report on it
  --evaluate       with --hold: report only, write no model
  --rotate         train five times, each fifth held out once, and report on all written paragraphs; writes no model
  --errors <file>  with --hold: write the errors on the held-out fifth
  --seed, --epochs, --features, --synthetic, --copies, --renamed <number>`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    manifest: { type: 'string' },
    out: { type: 'string' },
    hold: { type: 'string' },
    evaluate: { type: 'boolean', default: false },
    rotate: { type: 'boolean', default: false },
    errors: { type: 'string' },
    seed: { type: 'string' },
    epochs: { type: 'string' },
    features: { type: 'string' },
    synthetic: { type: 'string' },
    copies: { type: 'string' },
    renamed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || !values.data) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const folder = resolve('tools/name-tagger');
const manifest = JSON.parse(readFileSync(values.manifest ?? join(folder, 'manifest.json'), 'utf8')) as Manifest;
const read = (use: string) =>
  manifest.sources
    .filter((s) => s.use === use)
    .map((s) => ({ source: s, paragraphs: readSource(s, values.data as string, folder) }));
const corpora = read('training').map(({ source, paragraphs }) => ({ paragraphs, running: source.running === true }));
const written = read('written').flatMap((s) => s.paragraphs);
const own = read('own').flatMap((s) => s.paragraphs);
const gazetteer = buildGazetteer(folder);
const number = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Number(text));
const options = {
  seed: number(values.seed, DEFAULTS.seed),
  epochs: number(values.epochs, DEFAULTS.epochs),
  featuresMax: number(values.features, DEFAULTS.featuresMax),
  synthetic: number(values.synthetic, DEFAULTS.synthetic),
  writtenCopies: number(values.copies, DEFAULTS.writtenCopies),
  writtenRenamed: number(values.renamed, DEFAULTS.writtenRenamed),
  log: (line: string) => console.log(line),
};

function train(held: number | undefined): ModelData {
  const kept: Paragraph[] = held === undefined ? written : written.filter((p) => foldOf(p.text) !== held);
  return trainModel({ corpora, written: [...kept, ...own] }, gazetteer, folder, options);
}

if (values.rotate) {
  const found = [0, 1, 2, 3, 4].map((fold) => ({
    tagger: new NameTagger(train(fold)),
    paragraphs: written.filter((p) => foldOf(p.text) === fold),
  }));
  console.log(report(found, [], options.log));
} else {
  const held = values.hold === undefined ? undefined : Number(values.hold);
  const model = train(held);
  const bytes = brotliCompressSync(encodeModel(model), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  console.log(`${model.version}: ${bytes.length} bytes compressed`);
  const tagger = new NameTagger(model);
  if (held !== undefined) {
    const paragraphs = written.filter((p) => foldOf(p.text) === held);
    const dev = read('dev').map(({ source, paragraphs: p }) => ({ name: source.file, paragraphs: p }));
    console.log(report([{ tagger, paragraphs }], dev, options.log));
    if (values.errors) writeFileSync(values.errors, listErrors(tagger, paragraphs));
  }
  if (!values.evaluate) {
    const out = resolve(values.out ?? 'libs/detection/src/name-tagger/generated/model.ts');
    mkdirSync(dirname(out), { recursive: true });
    const base64 = bytes.toString('base64');
    const sum = createHash('sha256').update(base64).digest('hex');
    writeFileSync(
      out,
      `/** Written by \`npm run train:name-tagger\`; see docs/data-card.md. Base64 of brotli, SHA-256 ${sum}. */\nexport const MODEL =\n  '${base64}';\n`,
    );
    console.log(`wrote ${out}`);
  }
}
