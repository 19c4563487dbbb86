import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

// Each recognizer has a spec of its own beside it. They run here, in one file, since each file of a test run loads the
// validators of all countries anew.
const recognizers = resolve(import.meta.dirname, '..');
const specs = readdirSync(recognizers, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
  .flatMap((entry) => readdirSync(join(recognizers, entry.name)).map((file) => join(recognizers, entry.name, file)))
  .filter((file) => file.endsWith('.spec.ts'));

for (const spec of specs) await import(spec);

it('runs a spec for each recognizer of a country', () => {
  expect(specs.length).toBeGreaterThan(200);
});
