import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import wabt from 'wabt';

/** The TypeScript module that carries the compiled `wasm/sum-weights.wat`. */
export async function compiledModule(folder: string): Promise<string> {
  const { parseWat } = await wabt();
  const module = parseWat('sum-weights.wat', readFileSync(resolve(folder, 'wasm/sum-weights.wat'), 'utf8'), {
    simd: true,
  });
  const { buffer } = module.toBinary({});
  module.destroy();
  return `/** Compiled from tools/name-tagger/wasm/sum-weights.wat; a test compares. Base64 of a WebAssembly module. */\nexport const SUM_WEIGHTS =\n  '${Buffer.from(buffer).toString('base64')}';\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = resolve('libs/detection/src/name-tagger/generated/sum-weights.ts');
  writeFileSync(target, await compiledModule(resolve('tools/name-tagger')));
}
