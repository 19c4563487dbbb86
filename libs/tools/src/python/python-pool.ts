import { DomainError } from '#lib/kernel';
import type { InterpreterTask } from './interpreter.js';
import { isolation } from './isolation.js';
import { type InterpreterAnswer, PythonProcess } from './python-process.js';
import { snapshot } from './snapshot.js';

export interface PythonPoolOptions {
  /** Interpreters kept ready. */
  readonly warmCount: number;
  /** Interpreters at a time, those of conversations included. */
  readonly processesMax: number;
  /** How long a conversation's interpreter waits for its next call. */
  readonly idleMsMax: number;
}

const DEFAULTS: PythonPoolOptions = { warmCount: 1, processesMax: 8, idleMsMax: 600_000 };

interface Kept {
  readonly process: PythonProcess;
  timer: NodeJS.Timeout;
  queue: Promise<unknown>;
}

/** Interpreters, each in a process of its own: fresh for each call, or one for each conversation. */
export class PythonPool {
  private readonly options: PythonPoolOptions;
  private readonly warm: PythonProcess[] = [];
  private readonly kept = new Map<string, Kept>();
  private busy = 0;
  private closed = false;

  constructor(options: Partial<PythonPoolOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** `keep`: the conversation whose variables the code sees; undefined for none. */
  async run(
    task: InterpreterTask,
    options: { readonly keep: string | undefined; readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<InterpreterAnswer> {
    const { keep, timeoutMs, signal } = options;
    if (keep === undefined) {
      const process = await this.take();
      try {
        return await process.run(task, timeoutMs, signal);
      } finally {
        process.stop();
        this.busy -= 1;
        this.refill();
      }
    }
    const kept = await this.conversation(keep);
    const answer = kept.queue.then(() => kept.process.run(task, timeoutMs, signal));
    kept.queue = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      if (kept.process.alive) kept.timer.refresh();
      else this.forget(keep);
    }
  }

  /** Makes interpreters ready before the first call. */
  prewarm(): void {
    this.refill();
  }

  close(): void {
    this.closed = true;
    for (const process of this.warm) process.stop();
    for (const key of [...this.kept.keys()]) this.forget(key);
  }

  private async conversation(key: string): Promise<Kept> {
    const known = this.kept.get(key);
    if (known?.process.alive) return known;
    const process = await this.take();
    const timer = setTimeout(() => this.forget(key), this.options.idleMsMax).unref();
    const kept = { process, timer, queue: Promise.resolve() };
    this.kept.set(key, kept);
    return kept;
  }

  private forget(key: string): void {
    const kept = this.kept.get(key);
    if (!kept) return;
    clearTimeout(kept.timer);
    kept.process.stop();
    this.kept.delete(key);
    this.busy -= 1;
    this.refill();
  }

  private async take(): Promise<PythonProcess> {
    const how = await isolation();
    if ('missing' in how) {
      throw new DomainError('tool.failed', {
        publicMessage: `The code interpreter is off on this machine: ${how.missing}.`,
        facts: { because: 'isolation' },
      });
    }
    if (this.busy >= this.options.processesMax) this.giveUpOldest();
    if (this.closed || this.busy >= this.options.processesMax) {
      throw new DomainError('tool.failed', {
        publicMessage: 'The code interpreter is busy.',
        facts: { because: 'busy' },
      });
    }
    this.busy += 1;
    let process = this.warm.shift();
    while (process && !process.alive) process = this.warm.shift();
    try {
      process ??= new PythonProcess(how, await snapshot(how));
      await process.started();
    } catch (error) {
      this.busy -= 1;
      throw error;
    }
    this.refill();
    return process;
  }

  /** The conversation that was idle longest makes room. */
  private giveUpOldest(): void {
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.forget(oldest);
  }

  private refill(): void {
    void isolation().then(async (how) => {
      if ('missing' in how) return;
      const memory = await snapshot(how);
      while (!this.closed && this.warm.length < this.options.warmCount) this.warm.push(new PythonProcess(how, memory));
    });
  }
}
