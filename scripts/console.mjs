// Builds the console (apps/console) when one of its sources is newer than the last build, and tells its size.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const app = join(root, 'apps/console');
const output = join(app, 'dist');
const stamp = join(output, '.built');
const FIRST_LOAD_KB_MAX = 400;

export async function buildConsole({ force = false } = {}) {
  if (!force && isCurrent()) return;
  // A stamp of an earlier build must not speak for one that fails.
  rmSync(stamp, { force: true });
  const { build } = await import('vite');
  await build({ root: app, configFile: join(app, 'vite.config.ts'), logLevel: 'warn' });
  writeFileSync(stamp, '');
}

/** The scripts of the first page: the entry and what it imports at once, each gzipped. */
export function firstLoad() {
  const manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
  const files = new Set();
  const visit = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(visit);
  };
  visit(Object.keys(manifest).find((key) => manifest[key].isEntry));
  return [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(output, file)), { level: 9 }).length }));
}

function isCurrent() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  // An installed package carries the built console and no sources.
  const watched = ['src', 'public', 'index.html', 'vite.config.ts'].map((name) => join(app, name)).filter(existsSync);
  return !watched.some((path) => newestIn(path) > built);
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), stat.mtimeMs);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildConsole({ force: process.argv.includes('--force') });
  if (process.argv.includes('--size')) {
    const parts = firstLoad();
    const kilobytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    for (const { file, bytes } of parts) console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${file}`);
    console.log(`first load: ${kilobytes.toFixed(1)} KB of script, gzipped (limit ${FIRST_LOAD_KB_MAX})`);
    if (kilobytes > FIRST_LOAD_KB_MAX) process.exitCode = 1;
  }
}
