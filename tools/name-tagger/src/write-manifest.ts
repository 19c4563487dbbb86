import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Source } from './corpus.js';

/** Brings the checksums of manifest.json up to date with the files: `node write-manifest.js <data folder>`. */
const [data] = process.argv.slice(2);
if (!data) throw new Error('name the data folder');
const folder = 'tools/name-tagger';
const path = join(folder, 'manifest.json');
const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const sum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const given = manifest.sources
  .filter((s) => s.use !== 'own')
  .map((s): Source => ({ ...s, sha256: sum(join(data, s.file)) }));
const own = readdirSync(join(folder, 'written'))
  .filter((file) => file.endsWith('.jsonl'))
  .sort()
  .map(
    (file): Source => ({
      file: `written/${file}`,
      sha256: sum(join(folder, 'written', file)),
      use: 'own',
      licence: 'Apache-2.0',
      source: 'written for this product',
    }),
  );
writeFileSync(path, `${JSON.stringify({ sources: [...given, ...own] }, null, 2)}\n`);
