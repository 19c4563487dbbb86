// `node scripts/entities.mjs`: writes docs/entities.md from the recognizers of the built libs.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await build();
const { ALL_RECOGNIZERS, renderEntities } = await import(join(root, 'dist/libs/detection/src/index.js'));
writeFileSync(join(root, 'docs/entities.md'), renderEntities(ALL_RECOGNIZERS));
