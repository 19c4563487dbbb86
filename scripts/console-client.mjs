// `npm run console:client`: writes the console's API types from the gateway's own description, for the paths it uses.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { GATEWAY, startListening, stop } from './gateway-process.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const CLIENT_FILE = join(root, 'apps/console/src/api/generated/schema.ts');
const HEAD = '// Written by `npm run console:client` from the gateway’s openapi.json. Not to be edited.\n';

/** The types of the paths that `used-paths.ts` lists. Throws when the description lacks one of them. */
export async function clientTypes(description) {
  const paths = {};
  for (const path of usedPaths()) {
    if (!description.paths[path]) throw new Error(`the gateway has no ${path}, which the console uses`);
    paths[path] = description.paths[path];
  }
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const used = { ...description, paths, components: usedComponents(paths, description.components) };
  return HEAD + astToString(await openapiTypescript(used, { defaultNonNullable: false }));
}

export function usedPaths() {
  const source = readFileSync(join(root, 'apps/console/src/api/used-paths.ts'), 'utf8');
  return [...source.matchAll(/^ {2}'([^']+)',$/gm)].map(([, path]) => path);
}

/** Only what the paths refer to, so that a schema of some other route changes nothing here. */
function usedComponents(paths, { schemas = {}, ...rest }) {
  const used = new Set();
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  visit(paths);
  return { ...rest, schemas: Object.fromEntries([...used].sort().map((name) => [name, schemas[name]])) };
}

async function describedByGateway() {
  const home = mkdtempSync(join(tmpdir(), 'pvg-console-client-'));
  const env = { ...process.env, PVG_HOME: home, PVG_PORT: '0', PVG_LOG_LEVEL: 'silent' };
  const { child, listening } = startListening(GATEWAY, { env });
  try {
    return await (await fetch(`${await listening}/openapi.json`)).json();
  } finally {
    await stop(child);
    rmSync(home, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [given] = process.argv.slice(2);
  if (!given) await build();
  const description = given ? await (await fetch(`${given}/openapi.json`)).json() : await describedByGateway();
  writeFileSync(CLIENT_FILE, await clientTypes(description));
}
