import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from '../../scripts/build.mjs';

const root = resolve(import.meta.dirname, '../..');

export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything it has written to stdout and stderr. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Builds if needed and starts the gateway as users do, as a process of its own. */
export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  await build();
  const child = spawn(process.execPath, [join(root, 'dist/apps/gateway/src/main.js')], {
    cwd: root,
    env: { PATH: process.env.PATH, PVG_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString('utf8');
  });
  const url = await new Promise<string>((done, reject) => {
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      if (line.startsWith('{"event":"listening"')) done((JSON.parse(line) as { url: string }).url);
    });
  });
  return {
    child,
    url,
    output: () => output,
    stop: (signal = 'SIGTERM') =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => done());
        child.kill(signal);
      }),
  };
}
