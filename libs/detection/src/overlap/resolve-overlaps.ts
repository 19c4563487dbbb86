import type { Span } from '#lib/kernel';
import { type CandidateFinding, EVIDENCE, type Evidence } from './candidate-finding.js';

/** Names may lose a part of their span to a better finding and keep the rest; codes are whole or nothing. */
const DIVISIBLE: ReadonlySet<string> = new Set(['PERSON', 'ORGANIZATION', 'LOCATION', 'ADDRESS']);
const RANK = Object.fromEntries(EVIDENCE.map((evidence, rank) => [evidence, rank])) as Record<Evidence, number>;
const SUBSTANCE = /[\p{L}\p{N}]{2}/u;
const EDGE = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

/**
 * Decides once, for all recognizers, which of overlapping candidates stand. INVARIANT: the result is sorted, free of
 * overlaps with itself and with `taken`.
 */
export function resolveOverlaps(
  text: string,
  candidates: readonly CandidateFinding[],
  taken: readonly Span[],
): CandidateFinding[] {
  const ordered = [...candidates].sort(
    (a, b) =>
      RANK[b.evidence] - RANK[a.evidence] ||
      b.end - b.start - (a.end - a.start) ||
      b.score - a.score ||
      contextLength(b) - contextLength(a) ||
      a.start - b.start ||
      (a.recognizer < b.recognizer ? -1 : 1),
  );
  const occupied = new Occupied(text.length, taken);
  const kept: CandidateFinding[] = [];
  for (const candidate of ordered) {
    if (occupied.isFree(candidate.start, candidate.end)) {
      occupied.take(candidate.start, candidate.end);
      kept.push(candidate);
    } else if (DIVISIBLE.has(candidate.type)) {
      for (const rest of occupied.freeParts(candidate.start, candidate.end)) {
        const part = trimmed(text, rest);
        if (!part) continue;
        occupied.take(part.start, part.end);
        kept.push({ ...candidate, ...part });
      }
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** `serbian tax number` says more than `tax number`, which many countries claim. */
function contextLength(candidate: CandidateFinding): number {
  return candidate.explanation.context[0]?.length ?? 0;
}

function trimmed(text: string, span: Span): Span | null {
  const raw = text.slice(span.start, span.end);
  if (!SUBSTANCE.test(raw)) return null;
  const inner = raw.replace(EDGE, '');
  const start = span.start + raw.indexOf(inner);
  return { start, end: start + inner.length };
}

/** Marks every position that a finding covers: one bit a UTF-16 unit, so that a text of 10 MB takes 1.25 MB. */
class Occupied {
  private readonly bits: Uint32Array;

  constructor(length: number, taken: readonly Span[]) {
    this.bits = new Uint32Array((length >>> 5) + 1);
    for (const span of taken) this.take(span.start, span.end);
  }

  isFree(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (this.has(at)) return false;
    return true;
  }

  take(start: number, end: number): void {
    for (let at = start; at < end; at += 1) this.bits[at >>> 5]! |= 1 << (at & 31);
  }

  freeParts(start: number, end: number): Span[] {
    const parts: Span[] = [];
    let from = -1;
    for (let at = start; at <= end; at += 1) {
      const free = at < end && !this.has(at);
      if (free && from < 0) from = at;
      if (!free && from >= 0) {
        parts.push({ start: from, end: at });
        from = -1;
      }
    }
    return parts;
  }

  private has(at: number): boolean {
    return (this.bits[at >>> 5]! & (1 << (at & 31))) !== 0;
  }
}
