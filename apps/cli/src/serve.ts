import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts the gateway as a process of its own, passes signals on and ends as it ends. */
export function serve(): Promise<void> {
  const main = fileURLToPath(new URL('../../gateway/src/main.js', import.meta.url));
  const gateway = spawn(process.execPath, [main], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => gateway.kill(signal));
  return new Promise((resolve, reject) => {
    gateway.once('error', reject);
    gateway.once('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      resolve();
    });
  });
}
