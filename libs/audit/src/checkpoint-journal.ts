import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#lib/kernel';
import type { AuditLog } from './audit-log.js';
import { type Checkpoint, type CheckpointSigner, openCheckpoint } from './checkpoint.js';

export interface Journaled {
  /** What was signed now; null when nothing was recorded since the last one. */
  readonly checkpoint: Checkpoint | null;
  /** False when the chain is no longer the one that the last checkpoint signed: rows were cut off or replaced. */
  readonly holds: boolean;
}

/**
 * Checkpoints in a folder outside the database, one file of JSON lines for each tenant, and the public
 * key that verifies them: whoever then cuts or rewrites the
 * log in the database would have to change them too. Copy the folder somewhere that the database's administrators can't
 * write (an object store with a retention lock, another host); `pvg audit verify --checkpoint` takes such a file.
 */
export class CheckpointJournal {
  constructor(
    private readonly folder: string,
    private readonly signer: CheckpointSigner,
  ) {}

  fileOf(tenantId: string): string {
    return join(this.folder, `${tenantId}.jsonl`);
  }

  /** The last checkpoint of a tenant; null when there is none. @throws DomainError `config.invalid` when it isn't readable or ours */
  async last(tenantId: string): Promise<Checkpoint | null> {
    const text = await readFile(this.fileOf(tenantId), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw unusable(`it can't be read (${error.code})`);
    });
    const line = text.trimEnd().split('\n').at(-1);
    if (!line) return null;
    const checkpoint = openCheckpoint(line, [this.signer.publicKey]);
    if (checkpoint.tenantId !== tenantId) throw unusable('it holds a checkpoint of another tenant');
    return checkpoint;
  }

  /**
   * Signs where the chain ends, if it grew, and says whether it still holds what was signed last; of a chain that does not,
   * nothing is signed. Durable when it resolves.
   */
  async write(log: AuditLog, tenantId: string): Promise<Journaled> {
    const last = await this.last(tenantId);
    if (last && last.sequence > 0 && (await log.hashAt(tenantId, last.sequence)) !== last.hash) {
      return { checkpoint: null, holds: false };
    }
    const checkpoint = await log.checkpoint(tenantId, this.signer);
    if (checkpoint.sequence === (last?.sequence ?? 0)) return { checkpoint: null, holds: true };
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(join(this.folder, 'public-key.pem'), this.signer.publicKey, { mode: 0o600 });
    const file = await open(this.fileOf(tenantId), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(checkpoint)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return { checkpoint, holds: true };
  }
}

function unusable(detail: string): DomainError {
  return new DomainError('config.invalid', {
    publicMessage: 'The journal of audit checkpoints can’t be used.',
    detail: `the journal of audit checkpoints: ${detail}`,
  });
}
