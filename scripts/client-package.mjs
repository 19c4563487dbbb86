// `npm run client:package`: makes the publishable client package in .cache/client (or the folder given): compiled, with types.
// Then `npm publish .cache/client`.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'libs/client');

/** Resolves with the folder. Rejects when the sources do not compile. */
export async function packClient(folder = join(root, '.cache/client')) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const settings = ['-p', join(source, 'tsconfig.json'), '--outDir', join(folder, 'dist')];
  await promisify(execFile)(process.execPath, [compiler, ...settings]).catch(({ stdout }) => {
    throw new Error(`the client does not compile:\n${stdout}`);
  });
  for (const name of ['package.json', 'README.md']) copyFileSync(join(source, name), join(folder, name));
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(folder, name));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [given] = process.argv.slice(2);
  console.log(await packClient(given && resolve(given)));
}
