import { Worker } from 'node:worker_threads';
import type { DocumentReport } from '#lib/documents';
import { DomainError, type ErrorCode, type Secret } from '#lib/kernel';
import type { DocumentRunner, DocumentTask, RunSettings, TaskWork } from './document-task.js';

/** What a thread is started with. The strings are secrets; they don't leave the process. */
export interface ThreadSettings {
  readonly settings: RunSettings;
  readonly key: string | null;
  readonly databaseUrl: string;
}

export type ToThread = { readonly run: DocumentTask } | { readonly abort: true } | { readonly close: true };

export type FromThread =
  | { readonly progress: number }
  | { readonly report: DocumentReport }
  | {
      readonly error: {
        readonly code: ErrorCode;
        readonly publicMessage: string;
        readonly facts: DomainError['facts'];
      };
    };

interface Running {
  message(message: FromThread): void;
  brokeDown(): void;
}

/** Works on files in a thread of its own. A thread that dies (out of memory) fails its file, and the next file gets a new one. */
export class ThreadRunner implements DocumentRunner {
  private thread: Worker | undefined;
  private running: Running | undefined;

  constructor(
    private readonly settings: RunSettings,
    private readonly key: Secret<string> | undefined,
    private readonly databaseUrl: Secret<string>,
  ) {}

  async run(task: DocumentTask, { signal, onProgress }: TaskWork): Promise<DocumentReport> {
    this.thread ??= this.start();
    const { thread } = this;
    const abort = () => send(thread, { abort: true });
    signal.addEventListener('abort', abort);
    try {
      return await new Promise<DocumentReport>((resolve, reject) => {
        this.running = {
          message: (message) => {
            if ('progress' in message) onProgress(message.progress);
            else if ('report' in message) resolve(message.report);
            else reject(new DomainError(message.error.code, message.error));
          },
          brokeDown: () =>
            reject(new DomainError('internal', { publicMessage: 'The thread that worked on the file broke down.' })),
        };
        send(thread, { run: task });
      });
    } finally {
      this.running = undefined;
      signal.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    send(thread, { close: true });
    await ended;
  }

  private start(): Worker {
    const workerData: ThreadSettings = {
      settings: this.settings,
      key: this.key?.reveal() ?? null,
      databaseUrl: this.databaseUrl.reveal(),
    };
    // The same extension as this file: sources in tests, compiled files otherwise.
    const [extension] = /\.[jt]s$/.exec(import.meta.url)!;
    const thread = new Worker(new URL(`./document-thread${extension}`, import.meta.url), { workerData });
    thread.on('message', (message: FromThread) => this.running?.message(message));
    // What went wrong may quote the document; that the thread ends is enough.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      this.thread = undefined;
      this.running?.brokeDown();
    });
    return thread;
  }
}

function send(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}
