// Compiles to dist/ when a source is newer than the last build. `--force` compiles anyway. Types are checked by
// `npm run typecheck`, which takes far longer than a first start may.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

let building;

/** One build at a time in a process. */
export function build({ force = false } = {}) {
  building ??= compile(force).finally(() => {
    building = undefined;
  });
  return building;
}

async function compile(force) {
  if (!force && isCurrent()) return;
  const { transformFile } = await import('@swc/core');
  // Into a folder of its own, then swapped in: a process that runs, or another that builds, never sees half a build.
  const draft = mkdtempSync(`${output}-`);
  const files = SOURCES.flatMap((folder) => [...typescriptIn(folder)]);
  await Promise.all(
    files.map(async (file) => {
      const target = join(draft, file.replace(/\.ts$/, '.js'));
      const { code, map } = await transformFile(join(root, file), { ...SWC, swcrc: false, sourceMaps: true });
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${code}\n//# sourceMappingURL=${target.slice(target.lastIndexOf('/') + 1)}.map\n`);
      writeFileSync(`${target}.map`, map);
    }),
  );
  chmodSync(draft, 0o755);
  writeFileSync(join(draft, '.built'), '');
  swapIn(draft);
}

function swapIn(draft) {
  const old = `${draft}-old`;
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      if (existsSync(output)) renameSync(output, old);
      renameSync(draft, output);
      break;
    } catch (error) {
      // Another build came between the two.
      if (tries === 4) {
        rmSync(draft, { recursive: true, force: true });
        throw error;
      }
    }
  }
  rmSync(old, { recursive: true, force: true });
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force');
  await build({ force });
  const { buildConsole } = await import('./console.mjs');
  await buildConsole({ force });
}
