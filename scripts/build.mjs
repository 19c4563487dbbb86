// Compiles to dist/ when a source is newer than the last build. `--force` compiles anyway.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist/.built');

export function build({ force = false, quiet = false } = {}) {
  if (!force && isCurrent()) return;
  if (!quiet) process.stderr.write('building …\n');
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  const result = spawnSync(process.execPath, [nest, 'build', 'gateway'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(result.status ?? 1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
}

function isCurrent() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  // An installed package carries dist/ and no sources.
  const folders = ['apps/gateway', 'apps/cli', 'libs', 'migrations'].map((name) => join(root, name)).filter(existsSync);
  const files = ['tsconfig.json', 'tsconfig.build.json', 'package.json'].map((name) => join(root, name));
  return ![...folders, ...files.filter(existsSync)].some((path) => newestIn(path) > built);
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), stat.mtimeMs);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build({ force: process.argv.includes('--force') });
