import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';

export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer | null;
  readonly etag: string;
  /** Its name holds a digest of its content. */
  readonly immutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
const GZIPPED = new Set(['.js', '.css', '.svg']);

/**
 * The built console, read when it is first asked for and again when it was built anew. Only names found then are served, so a request's path never
 * reaches the file system.
 */
@Injectable()
export class ConsoleFiles {
  #files: ReadonlyMap<string, ConsoleFile> | undefined;
  #index: string | null = null;
  #readAtMs = 0;

  /** The page, with `__CSP_NONCE__` where a nonce goes; null when the console isn't built. */
  get index(): string | null {
    this.#load();
    return this.#index;
  }

  file(path: string): ConsoleFile | undefined {
    return this.#load().get(path);
  }

  #load(): ReadonlyMap<string, ConsoleFile> {
    const folder = builtConsole();
    const page = folder && join(folder, 'index.html');
    const builtAtMs = page ? (statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0;
    if (this.#files && builtAtMs === this.#readAtMs) return this.#files;
    if (!page || builtAtMs === 0) return this.#files ?? new Map();
    this.#readAtMs = builtAtMs;
    this.#index = readFileSync(page, 'utf8');
    const files = new Map<string, ConsoleFile>();
    for (const path of filesIn(folder)) {
      const extension = extname(path);
      const type = TYPES[extension];
      if (type === undefined) continue;
      const body = readFileSync(path);
      const name = relative(folder, path).split(sep).join('/');
      files.set(name, {
        type,
        body,
        gzip: GZIPPED.has(extension) ? gzipSync(body, { level: 9 }) : null,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        immutable: name.startsWith('assets/'),
      });
    }
    this.#files = files;
    return files;
  }
}

/** `apps/console/dist` below the package that this file is part of, compiled or not. */
function builtConsole(): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return join(folder, 'apps/console/dist');
    if (folder === dirname(folder)) return null;
  }
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield path;
  }
}
