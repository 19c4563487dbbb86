import { DomainError } from '#lib/kernel';

export interface ConcurrencySettings {
  readonly callsMax: number;
  readonly queueMax: number;
  readonly waitMsMax: number;
}

interface Waiting {
  start(): void;
}

/**
 * At most so many calls at a time; the rest wait their turn in a bounded queue, for a bounded time. Whoever gives up leaves
 * the queue.
 */
export class ConcurrencyLimit {
  private readonly queue = new Set<Waiting>();
  private running = 0;

  constructor(private readonly settings: ConcurrencySettings) {}

  get callsInFlight(): number {
    return this.running;
  }

  get callsWaiting(): number {
    return this.queue.size;
  }

  /**
   * Resolves with the function that gives the place back; calling it again does nothing. Throws `upstream.busy` when the
   * queue is full or the wait too long, and the signal's reason when it aborts.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.running < this.settings.callsMax) return this.start();
    if (this.queue.size >= this.settings.queueMax) throw busy();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.queue.delete(waiting);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start: () => {
          leave();
          resolve(this.start());
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(busy());
      }, this.settings.waitMsMax);
      signal.addEventListener('abort', abort, { once: true });
      this.queue.add(waiting);
    });
  }

  private start(): () => void {
    this.running += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.running -= 1;
      const [next] = this.queue;
      next?.start();
    };
  }
}

function busy(): DomainError {
  return new DomainError('upstream.busy', {
    publicMessage: 'The upstream is taking all the calls that it may take at a time. Try again later.',
  });
}
