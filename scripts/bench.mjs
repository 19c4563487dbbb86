// `npm run bench [-- vault|detection|proxy|documents|audit|policy|leak|mangling [arguments…]]`: prints ratios against a baseline of the same run, and
// memory. Runs the sources; the benches of proxy and leak start the built gateway as users do.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const BENCHES = ['detection', 'vault', 'policy', 'audit', 'proxy', 'documents', 'leak', 'mangling'];
const [wanted, ...rest] = process.argv.slice(2);
if (wanted !== undefined && !BENCHES.includes(wanted)) {
  process.stderr.write(`There is no bench "${wanted}". There are: ${BENCHES.join(', ')}.\n`);
  process.exit(1);
}

await build();
const hooks = join(root, 'libs/database/src/testing/register-typescript.mjs');
let failed = false;
for (const name of wanted === undefined ? BENCHES : [wanted]) {
  process.stdout.write(`\n── ${name}\n`);
  const run = `import(${JSON.stringify(join(root, 'test/bench', `${name}.bench.ts`))}).then((bench) => bench.run(${JSON.stringify(rest)}))`;
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', '--conditions=source', '--import', hooks, '--input-type=module', '--eval', run],
    { cwd: root, stdio: 'inherit' },
  );
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
