import type { AnswerGuard, GuardedLane } from '#lib/deidentification';
import type { AnswerStream, LaneFactory, LaneWriter } from '#lib/dialects';

/** Rewrites a streamed answer, where looking at it may take a while. */
export interface AsyncAnswerStream {
  push(bytes: Uint8Array): Promise<string>;
  end(): Promise<string>;
  fail(message?: string, code?: string): string;
}

interface Lane {
  /** What goes on, one text for each push and flush of the writer. */
  readonly ready: string[];
  readonly guard: GuardedLane;
}

type Step = { readonly lane: Lane; readonly fragment: string | null };

/**
 * The lanes of one answer behind a guard. Dialects rewrite at once, a guard has to wait for detector and vault: so each
 * piece of an answer is read twice. The first reading only notes what goes into which lane; the guard looks at that; the
 * second reading writes what the guard made of it. Both readings open and fill the same lanes in the same order.
 *
 * INVARIANT: what the guard has not looked at is never written: a lane without a ready text writes nothing.
 */
export class GuardedLanes {
  private readonly lanes: Lane[] = [];
  private readonly steps: Step[] = [];
  private opened = 0;

  constructor(
    private readonly guard: AnswerGuard,
    private readonly restored: LaneFactory,
  ) {}

  /** For the first reading. */
  readonly note: LaneFactory = ({ container }) => {
    const lane: Lane = { ready: [], guard: this.guard.lane(container) };
    this.lanes.push(lane);
    const step = (fragment: string | null): string => {
      this.steps.push({ lane, fragment });
      return '';
    };
    return { push: step, flush: () => step(null) };
  };

  /** For the second reading. */
  readonly open: LaneFactory = (text) => {
    const lane = this.lanes[this.opened];
    this.opened += 1;
    const writer: LaneWriter = this.restored(text);
    const next = (): string => writer.push(lane?.ready.shift() ?? '');
    return { push: next, flush: () => next() + writer.flush() };
  };

  /** Lets the guard look at what was noted since. */
  async settle(): Promise<void> {
    for (const { lane, fragment } of this.steps.splice(0)) {
      lane.ready.push(await (fragment === null ? lane.guard.flush() : lane.guard.push(fragment)));
    }
  }
}

/** An answer that is there as a whole. */
export async function rewriteWhole(
  guard: AnswerGuard | null,
  restored: LaneFactory,
  rewrite: (open: LaneFactory) => string,
): Promise<string> {
  if (!guard) return rewrite(restored);
  const lanes = new GuardedLanes(guard, restored);
  rewrite(lanes.note);
  await lanes.settle();
  return rewrite(lanes.open);
}

/** A streamed answer; null for an API that does not stream. */
export function rewriteStream(
  guard: AnswerGuard | null,
  restored: LaneFactory,
  make: (open: LaneFactory) => AnswerStream | null,
): AsyncAnswerStream | null {
  const lanes = guard && new GuardedLanes(guard, restored);
  const stream = make(lanes?.open ?? restored);
  if (!stream) return null;
  const noted = lanes && make(lanes.note);
  return {
    push: async (bytes) => {
      noted?.push(bytes);
      await lanes?.settle();
      return stream.push(bytes);
    },
    end: async () => {
      noted?.end();
      await lanes?.settle();
      return stream.end();
    },
    fail: (message, code) => stream.fail(message, code),
  };
}
