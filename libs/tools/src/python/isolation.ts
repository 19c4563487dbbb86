import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const DATA_BYTES_MAX = 900 * 1024 * 1024;
const PROBE_TIMEOUT_MS = 5_000;

/** How an isolated process is started: `args` and, last, the source of what it runs; or why it can't be. */
export type Isolation =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly sourceOf: typeof sourceOf;
    }
  | { readonly missing: string };

let found: Promise<Isolation> | undefined;

/**
 * What keeps the interpreter to itself on this machine: a network namespace of its own with nothing in it (`unshare`), a
 * limit of memory (`prlimit`), and Node's permission model, which lets it read Pyodide's folder and nothing else. Pyodide
 * alone is no sandbox. Looked for once; where a part is missing there is no interpreter.
 */
export function isolation(): Promise<Isolation> {
  found ??= findIsolation();
  return found;
}

async function findIsolation(): Promise<Isolation> {
  if (process.platform !== 'linux') return { missing: 'it needs Linux' };
  const limited = ['prlimit', `--data=${DATA_BYTES_MAX}`, '--core=0', '--fsize=0'];
  for (const unshare of [
    ['unshare', '--net', '--pid', '--fork', '--kill-child', '--ipc'],
    ['unshare', '--user', '--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--ipc'],
  ]) {
    if (!(await works([...unshare, ...limited, 'true']))) continue;
    const [command, ...args] = [...unshare, ...limited, process.execPath, ...nodeArguments()];
    return { command: command!, args, sourceOf };
  }
  const hasLimit = await works([...limited, 'true']);
  return {
    missing: hasLimit ? 'no network namespace can be made here (unshare)' : 'there is no limit of memory (prlimit)',
  };
}

const pyodideFolder = (): string => dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));

function sourceOf(runs: (folder: string, ...more: number[]) => Promise<void>, ...more: number[]): string {
  return `await (${runs.toString()})(${[pyodideFolder(), ...more].map((one) => JSON.stringify(one)).join(', ')})`;
}

function nodeArguments(): string[] {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  return [
    permission,
    `--allow-fs-read=${pyodideFolder()}/`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    '--max-old-space-size=256',
    '--input-type=module',
    '--eval',
  ];
}

function works([command, ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command!, args, { env: { PATH: '/usr/bin:/bin' }, timeout: PROBE_TIMEOUT_MS }, (error) =>
      resolve(error === null),
    );
  });
}
