import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { DomainError } from '#lib/kernel';
import { type InterpreterTask, interpreter } from './interpreter.js';
import type { Isolation } from './isolation.js';

const START_TIMEOUT_MS = 60_000;
const LINE_BYTES_MAX = 8 * 1024 * 1024;

export interface InterpreterAnswer {
  readonly ok: boolean;
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly text?: string; readonly binary?: true }[];
}

/** One interpreter, in a process of its own that ends with it. After anything that went wrong it is gone. */
export class PythonProcess {
  private readonly child: ChildProcessWithoutNullStreams;
  private buffer = '';
  private waiting: { resolve: (line: string) => void; reject: (error: DomainError) => void } | null = null;
  private readonly ready: Promise<void>;
  private ended = false;

  /** `snapshot`: of a Python that has just started; empty for none. */
  constructor({ command, args, sourceOf }: Extract<Isolation, { command: string }>, snapshot: Buffer) {
    this.child = spawn(command, [...args, sourceOf(interpreter, snapshot.length)], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      cwd: '/',
    }) as ChildProcessWithoutNullStreams;
    const memory = this.child.stdio[3] as Writable;
    memory.on('error', () => undefined);
    memory.end(snapshot);
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.take(text));
    this.child.stderr.resume();
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream.on('error', () => undefined);
    const over = () => this.fail(because('It ended: it used more memory than it may, or broke.', 'ended'));
    this.child.on('error', over).on('exit', over);
    this.ready = this.line(START_TIMEOUT_MS, because('The code interpreter did not start.', 'start')).then(
      () => undefined,
    );
    this.ready.catch(() => undefined);
  }

  get alive(): boolean {
    return !this.ended;
  }

  /** Resolves when Python is loaded. */
  async started(): Promise<void> {
    await this.ready;
  }

  /** Throws `tool.failed` when time, memory or output is used up; the process is then gone. */
  async run(task: InterpreterTask, timeoutMs: number, signal: AbortSignal): Promise<InterpreterAnswer> {
    await this.ready;
    const onAbort = () => this.fail(because('The code was stopped.', 'cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const answer = this.line(
        timeoutMs,
        because(`The code ran longer than ${timeoutMs} ms and was stopped.`, 'timeout'),
      );
      if (this.ended) this.fail(because('It ended.', 'ended'));
      else this.child.stdin.write(`${JSON.stringify(task)}\n`);
      const given = JSON.parse(await answer) as InterpreterAnswer & { readonly broken: boolean };
      if (given.broken) this.stop();
      return given;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  stop(): void {
    this.ended = true;
    this.child.kill('SIGKILL');
  }

  private async line(timeoutMs: number, late: DomainError): Promise<string> {
    const timer = setTimeout(() => this.fail(late), timeoutMs);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.waiting = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
    }
  }

  private take(text: string): void {
    this.buffer += text;
    if (this.buffer.length > LINE_BYTES_MAX) {
      this.fail(because('It printed too much.', 'output'));
      return;
    }
    const at = this.buffer.indexOf('\n');
    if (at === -1) return;
    const line = this.buffer.slice(0, at);
    this.buffer = this.buffer.slice(at + 1);
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve(line);
  }

  private fail(error: DomainError): void {
    const { waiting } = this;
    this.waiting = null;
    this.stop();
    waiting?.reject(error);
  }
}

function because(publicMessage: string, fact: string): DomainError {
  return new DomainError('tool.failed', { publicMessage, facts: { because: fact } });
}
