import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ChainVerdict, type Checkpoint, openCheckpoint, parseAuditLine, verifyAuditLines } from '#lib/audit';
import { DomainError } from '#lib/kernel';

export interface VerifyExportOptions {
  /** The text of checkpoint files: a checkpoint, one with the key beside it, or a journal of one a line. */
  readonly checkpoints: readonly string[];
  /** PEM. When given, no other key is trusted. */
  readonly publicKeys: readonly string[];
  readonly tenantId?: string;
}

/** Verifies an export without database, network or keys of the gateway. */
export async function verifyExport(file: string, options: VerifyExportOptions): Promise<ChainVerdict> {
  const checkpoints = options.checkpoints.flatMap(linesOf).map((text) => readCheckpoint(text, options.publicKeys));
  const lines = createInterface({
    input: file === '-' ? process.stdin : createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })[Symbol.asyncIterator]();
  const first = await lines.next();
  const firstLine = first.done ? '' : first.value;
  const tenantId = options.tenantId ?? checkpoints[0]?.tenantId ?? parseAuditLine(firstLine)?.tenantId;
  if (tenantId === undefined) {
    throw new DomainError('request.invalid', {
      publicMessage: 'The file does not begin with a line of an audit export.',
    });
  }
  if (checkpoints.some((checkpoint) => checkpoint.tenantId !== tenantId)) {
    throw new DomainError('request.invalid', { publicMessage: 'A checkpoint is of another tenant than the export.' });
  }
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield firstLine;
    for (let next = await lines.next(); !next.done; next = await lines.next()) yield next.value;
  }
  return verifyAuditLines(all(), { tenantId, checkpoints });
}

/** A journal holds one checkpoint a line; any other file is one checkpoint. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => line.startsWith('{"')) ? lines : [text];
}

function readCheckpoint(text: string, publicKeys: readonly string[]): Checkpoint {
  const { checkpoint, publicKey } = unwrap(text);
  const trusted = publicKeys.length > 0 ? publicKeys : publicKey === undefined ? [] : [publicKey];
  if (trusted.length === 0) {
    throw new DomainError('request.invalid', {
      publicMessage: 'A checkpoint needs the key that verifies it: give --public-key.',
    });
  }
  return openCheckpoint(checkpoint, trusted);
}

function unwrap(text: string): { checkpoint: string; publicKey?: string } {
  try {
    const value = JSON.parse(text) as { checkpoint?: unknown; publicKey?: unknown };
    if (value.checkpoint === undefined) return { checkpoint: text };
    return {
      checkpoint: JSON.stringify(value.checkpoint),
      ...(typeof value.publicKey === 'string' && { publicKey: value.publicKey }),
    };
  } catch {
    throw new DomainError('request.invalid', { publicMessage: 'A checkpoint file is not JSON.' });
  }
}
