import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PARTIAL_SUFFIX } from '#lib/documents';

/** Begins the names of files that a run keeps for itself in the folder it writes. */
export const RUN_FILE_PREFIX = '.pvg-run.';

export interface SourceFile {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/**
 * The files below a folder, largest first, so that workers end together. Links are not followed: they may lead out of the folder.
 * `except`: a folder whose files are left out, since the run writes them.
 */
export async function sourceFiles(folder: string, except: string | null): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const left = except === null ? null : await realpath(except).catch(() => null);
  const walk = async (place: string): Promise<void> => {
    if (left !== null && (await realpath(place)) === left) return;
    for (const entry of await readdir(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      if (entry.isDirectory()) await walk(path);
      if (!entry.isFile() || isOfARun(entry.name)) continue;
      const { size, mtimeMs } = await stat(path);
      files.push({ path: relative(folder, path).split(sep).join('/'), bytes: size, modifiedMs: mtimeMs });
    }
  };
  await walk(folder);
  return files.sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1));
}

function isOfARun(name: string): boolean {
  return name.startsWith(RUN_FILE_PREFIX) || name.endsWith(PARTIAL_SUFFIX);
}
