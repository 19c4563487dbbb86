import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A node process that runs a TypeScript source of this repository and talks in JSON lines. */
export interface SourceProcess {
  readonly child: ChildProcess;
  /** The next line it prints, parsed. Rejects with what it wrote to stderr when it ends first. */
  nextLine<T>(): Promise<T>;
  send(line: string): void;
  /** Resolves with the exit code, or null after a signal. */
  readonly exited: Promise<number | null>;
}

export function runSource(file: string, args: readonly string[]): SourceProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', join(import.meta.dirname, 'register-typescript.mjs'), file, ...args],
    { cwd: join(import.meta.dirname, '../../../..'), stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  createInterface(child.stdout).on('line', (line) => {
    const take = waiting.shift();
    if (take) take(line);
    else lines.push(line);
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const failed = exited.then((code) => Promise.reject(new Error(`the process ended with ${code}: ${errors}`)));
  failed.catch(() => undefined);
  return {
    child,
    exited,
    send: (line) => void child.stdin.write(`${line}\n`),
    nextLine: async <T>() => {
      const queued = lines.shift();
      const line = queued ?? (await Promise.race([new Promise<string>((resolve) => waiting.push(resolve)), failed]));
      return JSON.parse(line) as T;
    },
  };
}
