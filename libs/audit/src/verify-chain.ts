import { type AuditRow, type ChainHead, GENESIS, isAmbiguous, rowHash } from './audit-chain.js';
import type { Checkpoint } from './checkpoint.js';

export type ChainFaultKind =
  /** The row is not what was hashed. */
  | 'altered'
  /** A row that must be there is not. */
  | 'missing'
  /** A row comes again, or out of order. */
  | 'repeated'
  /** The row belongs to another tenant. */
  | 'foreign'
  /** The row's scheme is none that this version knows. */
  | 'unknown_scheme'
  /** The chain holds together, but is not the one that the checkpoint signed. */
  | 'replaced'
  /** The chain ends before a checkpoint. */
  | 'truncated'
  /** The line of an export can't be read. */
  | 'unreadable';

export interface ChainFault {
  readonly kind: ChainFaultKind;
  /** The first row that does not hold. */
  readonly sequence: number;
  /** For `replaced` and `truncated`: what the checkpoint expects. */
  readonly checkpoint?: number;
}

export interface ChainVerdict {
  readonly valid: boolean;
  readonly fault?: ChainFault;
  /** How many rows hold. */
  readonly rowCount: number;
  /** The last row that holds. */
  readonly head: ChainHead;
  /** The checkpoints that the chain agrees with. */
  readonly confirmed: readonly number[];
  /** Rows after the last confirmed checkpoint: whoever can write to the database could replace these unnoticed. */
  readonly unanchoredCount: number;
  /** Which hashing scheme holds from where to where. */
  readonly segments: readonly { readonly scheme: number; readonly from: number; readonly to: number }[];
}

export interface VerifyOptions {
  readonly tenantId: string;
  /** The row before the first that is given; the start of the chain by default. */
  readonly after?: ChainHead;
  /** Checkpoints of that tenant whose signatures were verified, in any order. */
  readonly checkpoints?: readonly Checkpoint[];
}

/** Verifies a chain row by row, in constant memory, and stops at the first row that does not hold. Does no I/O. */
export class ChainVerifier {
  readonly #checkpoints: Checkpoint[];
  readonly #confirmed: number[] = [];
  readonly #segments: { scheme: number; from: number; to: number }[] = [];
  readonly #start: ChainHead;
  #head: ChainHead;
  #fault: ChainFault | undefined;

  constructor(private readonly options: VerifyOptions) {
    this.#start = options.after ?? GENESIS;
    this.#head = this.#start;
    this.#checkpoints = (options.checkpoints ?? [])
      .filter(({ tenantId, sequence }) => tenantId === options.tenantId && sequence >= this.#start.sequence)
      .sort((a, b) => a.sequence - b.sequence);
    this.#compareCheckpoints();
  }

  /** True while everything given so far holds. */
  add(row: AuditRow): boolean {
    if (this.#fault) return false;
    const kind = this.#faultOf(row);
    if (kind) {
      // Of a gap the first missing row is named, not the one that follows it.
      this.#fault = { kind, sequence: kind === 'missing' ? this.#head.sequence + 1 : row.sequence };
      return false;
    }
    this.#head = row;
    const segment = this.#segments.at(-1);
    if (segment?.scheme === row.scheme) segment.to = row.sequence;
    else this.#segments.push({ scheme: row.scheme, from: row.sequence, to: row.sequence });
    return this.#compareCheckpoints();
  }

  /** A row that could not even be read. */
  addUnreadable(): void {
    this.#fault ??= { kind: 'unreadable', sequence: this.#head.sequence + 1 };
  }

  /** To be asked when all rows were given, or after the first fault. */
  verdict(): ChainVerdict {
    const next = this.#checkpoints[0];
    if (!this.#fault && next) {
      this.#fault = { kind: 'truncated', sequence: this.#head.sequence + 1, checkpoint: next.sequence };
    }
    const { sequence, hash } = this.#head;
    return {
      valid: this.#fault === undefined,
      ...(this.#fault && { fault: this.#fault }),
      rowCount: sequence - this.#start.sequence,
      head: { sequence, hash },
      confirmed: this.#confirmed,
      unanchoredCount: sequence - (this.#confirmed.at(-1) ?? this.#start.sequence),
      segments: this.#segments,
    };
  }

  #faultOf(row: AuditRow): ChainFaultKind | undefined {
    if (row.tenantId !== this.options.tenantId) return 'foreign';
    if (row.sequence <= this.#head.sequence) return 'repeated';
    if (row.sequence !== this.#head.sequence + 1) return 'missing';
    const expected = rowHash(row, this.#head.hash);
    if (expected === null) return 'unknown_scheme';
    return expected === row.hash && !isAmbiguous(row) ? undefined : 'altered';
  }

  #compareCheckpoints(): boolean {
    for (
      let checkpoint = this.#checkpoints[0];
      checkpoint && checkpoint.sequence === this.#head.sequence;
      checkpoint = this.#checkpoints[0]
    ) {
      if (checkpoint.hash !== this.#head.hash) {
        const sequence = (this.#confirmed.at(-1) ?? this.#start.sequence) + 1;
        this.#fault = { kind: 'replaced', sequence, checkpoint: checkpoint.sequence };
        return false;
      }
      this.#confirmed.push(checkpoint.sequence);
      this.#checkpoints.shift();
    }
    return true;
  }
}

/** Verifies all rows that an iterable gives. */
export async function verifyChain(
  rows: AsyncIterable<AuditRow> | Iterable<AuditRow>,
  options: VerifyOptions,
): Promise<ChainVerdict> {
  const verifier = new ChainVerifier(options);
  // A loop that awaits costs as much as a hash.
  if (Symbol.iterator in rows) for (const row of rows) if (!verifier.add(row)) break;
  if (Symbol.asyncIterator in rows) for await (const row of rows) if (!verifier.add(row)) break;
  return verifier.verdict();
}
