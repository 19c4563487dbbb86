// Compiles to dist/ when a source is newer than the last build. `--force` compiles anyway. Types are checked by
// `npm run typecheck`, which takes far longer than a first start may.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'dist');
const stamp = join(output, '.built');
const SOURCES = ['apps/gateway', 'apps/cli', 'libs', 'migrations'];
const LEFT_OUT = /\.spec\.ts$|\.d\.ts$|\/testing\//;

/** The compiler's settings; the tests use the same (jest.config.js). */
export const SWC = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
  module: { type: 'es6' },
};

export async function build({ force = false } = {}) {
  if (!force && isCurrent()) return;
  const { transformFile } = await import('@swc/core');
  rmSync(output, { recursive: true, force: true });
  const files = SOURCES.flatMap((folder) => [...typescriptIn(folder)]);
  await Promise.all(
    files.map(async (file) => {
      const target = join(output, file.replace(/\.ts$/, '.js'));
      const { code, map } = await transformFile(join(root, file), { ...SWC, swcrc: false, sourceMaps: true });
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${code}\n//# sourceMappingURL=${target.slice(target.lastIndexOf('/') + 1)}.map\n`);
      writeFileSync(`${target}.map`, map);
    }),
  );
  writeFileSync(stamp, '');
}

function* typescriptIn(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* typescriptIn(path);
    else if (path.endsWith('.ts') && !LEFT_OUT.test(path)) yield path;
  }
}

function isCurrent() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  // An installed package carries dist/ and no sources.
  const watched = [...SOURCES, 'package.json', 'scripts/build.mjs'].map((name) => join(root, name)).filter(existsSync);
  return !watched.some((path) => newestIn(path) > built);
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), stat.mtimeMs);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ force: process.argv.includes('--force') });
