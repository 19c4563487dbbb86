import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export const root = resolve(import.meta.dirname, '../../..');

export function startNode(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs a script of the repository to its end. */
export async function runNode(args: readonly string[], input: string, env: Readonly<Record<string, string>>) {
  const child = startNode(args, env);
  child.stdin!.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number | null>((done) => child.once('close', done)),
  ]);
  return { stdout, stderr, code };
}
