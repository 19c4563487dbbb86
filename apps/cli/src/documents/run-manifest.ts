import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DocumentReport } from '#lib/documents';
import type { RunSettings } from './document-task.js';
import { RUN_FILE_PREFIX, type SourceFile } from './source-files.js';

export const MANIFEST = `${RUN_FILE_PREFIX}ndjson`;

const Line = z.object({
  path: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
  settings: z.string(),
  outputBytes: z.number(),
  report: z.custom<DocumentReport>((value) => typeof value === 'object' && value !== null && 'replaced' in value),
});
type Line = z.infer<typeof Line>;

/**
 * Which files of a folder are done: a line for each in `<out>/.pvg-run.ndjson`, written after the file itself stands whole.
 * A file is done again when it has changed since, when its result is gone, or when the settings are others.
 */
export class RunManifest {
  private constructor(
    private readonly folder: string,
    private readonly lines: ReadonlyMap<string, Line>,
    private readonly file: FileHandle,
    private readonly settings: string,
  ) {}

  static async open(folder: string, settings: RunSettings): Promise<RunManifest> {
    const path = join(folder, MANIFEST);
    const text = await readFile(path, 'utf8').catch(() => '');
    const lines = new Map<string, Line>();
    for (const line of text.split('\n')) {
      const read = parsed(line);
      if (read) lines.set(read.path, read);
    }
    const file = await open(path, 'a', 0o600);
    // A killed run may have left half a line.
    if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
    return new RunManifest(folder, lines, file, digestOf(settings));
  }

  /** The report of a file that need not be done again. */
  async reportOf(source: SourceFile): Promise<DocumentReport | null> {
    const line = this.lines.get(source.path);
    if (!line || line.settings !== this.settings) return null;
    if (line.bytes !== source.bytes || line.modifiedMs !== source.modifiedMs) return null;
    const size = await stat(join(this.folder, source.path)).then(
      ({ size: found }) => found,
      () => null,
    );
    return size === line.outputBytes ? line.report : null;
  }

  async done({ path, bytes, modifiedMs }: SourceFile, report: DocumentReport): Promise<void> {
    const { size: outputBytes } = await stat(join(this.folder, path));
    const line: Line = { path, bytes, modifiedMs, settings: this.settings, outputBytes, report };
    await this.file.appendFile(`${JSON.stringify(line)}\n`);
  }

  async close(): Promise<void> {
    await this.file.sync();
    await this.file.close();
  }
}

function parsed(line: string): Line | null {
  try {
    return Line.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function digestOf(settings: RunSettings): string {
  const { command, collectionId, purpose, format, as, columns } = settings;
  const text = JSON.stringify([command, collectionId, purpose, format, as, columns && Object.entries(columns)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
