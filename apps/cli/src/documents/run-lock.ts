import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameProcess, processStartTicks } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { RUN_FILE_PREFIX } from './source-files.js';

const LOCK = `${RUN_FILE_PREFIX}lock`;

/**
 * Holds a folder for one run at a time, on this machine. A lock whose process is gone counts for nothing, so a killed run
 * can be taken up at once. Throws `resource.conflict`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(`${process.pid} ${processStartTicks(process.pid)}\n`);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pid = '', ticks = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
    if (ticks !== '' && isSameProcess(Number(pid), ticks)) break;
    await rm(path, { force: true });
  }
  throw new DomainError('resource.conflict', { publicMessage: 'Another run writes into this folder.' });
}
