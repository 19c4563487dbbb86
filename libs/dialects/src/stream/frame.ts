import { DomainError } from '#lib/kernel';

/** One event of a streamed answer, in its own spelling: an SSE event, a line of NDJSON, an element of a JSON array. */
export interface Frame {
  /** Undefined when the event carries none. */
  readonly data: string | undefined;
  /** The SSE event name. */
  readonly name?: string | undefined;
  /** The event as it came. */
  readonly raw: string;
  /** The event with other data. */
  withData(data: string): string;
}

/** Bytes that are passed on as they are (comments, separators), or one event. */
export type FramePiece =
  | { readonly kind: 'pass'; readonly raw: string }
  | { readonly kind: 'event'; readonly event: Frame };

/** Finds events in bytes that are cut anywhere. */
export interface FrameReader {
  push(bytes: Uint8Array): FramePiece[];
  /** What is left when the upstream has ended; it may have been cut inside an event. */
  end(): FramePiece[];
}

/** Throws `upstream.rejected` when one event grows too large. */
export function boundFrame(chars: number, charsMax: number): void {
  if (chars <= charsMax) return;
  throw new DomainError('upstream.rejected', {
    publicMessage: 'The upstream sent an event that is too large.',
    facts: { charsMax },
  });
}
