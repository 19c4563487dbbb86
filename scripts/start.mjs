// `npm start`: builds if needed, serves, and prints what to try.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { buildConsole } from './console.mjs';
import { GATEWAY, startListening } from './gateway-process.mjs';

await Promise.all([build(), buildConsole()]);
const { child, listening } = startListening(GATEWAY);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

try {
  const url = await listening;
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
  printWhatToTry(url);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function printWhatToTry(url) {
  const file = join(resolve(process.env.PVG_HOME || '.pvg'), 'dev-keys.json');
  if (process.env.DATABASE_URL || !existsSync(file)) {
    process.stdout.write(`\npvg serves at ${url}, the console at ${url}/console\n`);
    return;
  }
  const keys = JSON.parse(readFileSync(file, 'utf8'));
  const width = Math.max(...Object.keys(keys).map((role) => role.length));
  const lines = Object.entries(keys).map(([role, key]) => `    ${role.padEnd(width)}  ${key}`);
  const message = 'Hi, I am Maria Kowalski, maria.kowalski@example.com. Please call +44 20 7946 0958.';
  process.stdout.write(`
pvg serves at ${url} ${process.env.PVG_UPSTREAM_BASE_URL ? '' : '(models: the bundled demo upstream, a stand-in)'}

  Development keys, one per role (also in ${file}):
${lines.join('\n')}

  The console: ${url}/console — sign in with “Use an API key instead” and the admin key.

  Try it as two roles and compare; point any OpenAI client at ${url}/v1:

    curl -s ${url}/v1/chat/completions -H 'authorization: Bearer ${keys.user}' -H 'content-type: application/json' \\
      -d '{"model":"demo","messages":[{"role":"user","content":"${message}"}]}'

    curl -s ${url}/v1/privacy/deidentify -H 'authorization: Bearer ${keys.support}' -H 'content-type: application/json' \\
      -d '{"texts":["${message}"]}'

  Stop with Ctrl-C.
`);
}
