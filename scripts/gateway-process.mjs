// Runs the built gateway as a child process and tells when it listens.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Starts a child that announces `{"event":"listening","url":…}` on stdout. Resolves with it and the URL. */
export function startListening(script, { env = process.env, args = [], stderr = 'inherit' } = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], { env, stdio: ['ignore', 'pipe', stderr] });
  const listening = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with status ${code} before it listened`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = parse(line);
      if (event?.event === 'listening') resolve(event.url);
      else process.stdout.write(`${line}\n`);
    });
  });
  return { child, listening };
}

export const GATEWAY = 'dist/apps/gateway/src/main.js';

/** Stops a child and waits until it is gone. */
export function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
