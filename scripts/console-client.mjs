// `npm run console:client`: writes the API types of the console and of the client package from the gateway's own description,
// each for the paths that it uses.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { GATEWAY, startListening, stop } from './gateway-process.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Whose types are generated: into `file`, for the paths that `usedPaths` lists. */
export const CLIENTS = [
  { name: 'console', folder: 'apps/console/src/api' },
  { name: 'client package', folder: 'libs/client/src/api' },
].map(({ name, folder }) => ({
  name,
  file: join(root, folder, 'generated/schema.ts'),
  usedPaths: join(root, folder, 'used-paths.ts'),
}));
const HEAD = '// Written by `npm run console:client` from the gateway’s openapi.json. Not to be edited.\n';

/** The types of the paths that a client uses. Throws when the description lacks one of them. */
export async function clientTypes(description, client) {
  const paths = {};
  for (const path of usedPaths(client)) {
    if (!description.paths[path]) throw new Error(`the gateway has no ${path}, which the ${client.name} uses`);
    paths[path] = description.paths[path];
  }
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const used = { ...description, paths, components: usedComponents(paths, description.components) };
  return HEAD + astToString(await openapiTypescript(used, { defaultNonNullable: false }));
}

export function usedPaths(client) {
  const source = readFileSync(client.usedPaths, 'utf8');
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
  for (const client of CLIENTS) writeFileSync(client.file, await clientTypes(description, client));
}
