import type { Job, JobItem, JobOptions } from './api/types.js';
import { eventsOf } from './http/event-stream.js';
import { PvgError } from './http/pvg-error.js';
import { type CallOptions, present, type Transport, unbroken } from './http/transport.js';
import { type DocumentFile, uploadForm } from './upload-form.js';

export type JobItemState = JobItem['state'];

/** What became of one file: its report or its error, never its content. */
export type JobReportLine = Pick<JobItem, 'seq' | 'name' | 'state' | 'error' | 'report'>;

const RECONNECTS_MAX = 5;
const RECONNECT_AFTER_MS = 500;

/** Documents in numbers: handed over at once, rewritten by workers, fetched when done. */
export class JobsClient {
  constructor(private readonly transport: Transport) {}

  /** Hands over files and gives the job, which begins at once. */
  create(
    files: Iterable<DocumentFile>,
    { purpose, reason, signal, ...options }: JobOptions & CallOptions = {},
  ): Promise<Job> {
    const call = present({ purpose, reason, signal });
    return this.transport.upload('/v1/jobs', uploadForm(files, options), call);
  }

  status(id: string, call: CallOptions = {}): Promise<Job> {
    return this.transport.get('/v1/jobs/{id}', { ...call, params: { id } });
  }

  /** One's own jobs, newest first. */
  async *list(call: CallOptions = {}): AsyncGenerator<Job> {
    yield* pages((after) => this.transport.get('/v1/jobs', { ...call, query: { after } }));
  }

  /** The files of a job, in the order in which they were handed over. */
  async *items(id: string, { state, ...call }: CallOptions & { readonly state?: JobItemState } = {}) {
    yield* pages<JobItem>((after) =>
      this.transport.get('/v1/jobs/{id}/items', { ...call, params: { id }, query: { after, state } }),
    );
  }

  /**
   * How far it is: now, at each change, and at the end. Connects again when the connection breaks. Ends with the job, also when it
   * was deleted meanwhile.
   */
  async *progress(id: string, call: CallOptions = {}): AsyncGenerator<Job> {
    for (let breaks = 0; breaks <= RECONNECTS_MAX; breaks += 1) {
      if (breaks > 0) await pause(RECONNECT_AFTER_MS * breaks, call.signal);
      try {
        const options = { ...call, params: { id }, accept: 'text/event-stream' };
        const { body } = await this.transport.stream('/v1/jobs/{id}/events', options);
        if (!body) continue;
        for await (const { event, data } of broken(eventsOf(body as ReadableStream<Uint8Array>), call.signal)) {
          const job = JSON.parse(data) as Job | null;
          if (job) yield job;
          if (event === 'done') return;
          breaks = 0;
        }
      } catch (error) {
        // The gateway has answered, and its answer will be the same.
        if (!(error instanceof PvgError) || error.status !== 0) throw error;
      }
    }
    throw new PvgError({ code: 'network.broken', status: 0, detail: 'The connection broke again and again.' });
  }

  /** Waits for the end. */
  async finished(id: string, call: CallOptions = {}): Promise<Job> {
    let last: Job | undefined;
    for await (const job of this.progress(id, call)) last = job;
    return last ?? this.status(id, call);
  }

  /** Gives up what is not yet done. */
  cancel(id: string, call: CallOptions = {}): Promise<Job> {
    return this.transport.post('/v1/jobs/{id}/cancel', undefined, { ...call, params: { id } });
  }

  /** Does failed and cancelled files again, and those with records that failed. */
  retry(id: string, call: CallOptions = {}): Promise<Job> {
    return this.transport.post('/v1/jobs/{id}/retry', undefined, { ...call, params: { id } });
  }

  /** The result of one file, as it comes in. */
  async download(id: string, seq: number, call: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const options = { ...call, params: { id, seq }, accept: 'application/octet-stream' };
    const { body } = await this.transport.stream('/v1/jobs/{id}/items/{seq}/content', options);
    return (body as ReadableStream<Uint8Array> | null) ?? new Blob([]).stream();
  }

  /** What became of each file. */
  async report(id: string, call: CallOptions = {}): Promise<readonly JobReportLine[]> {
    const lines: JobReportLine[] = [];
    for await (const { seq, name, state, error, report } of this.items(id, call)) {
      lines.push({ seq, name, state, error, report });
    }
    return lines;
  }

  /** Deletes the job, its files and its results. */
  delete(id: string, call: CallOptions = {}): Promise<void> {
    return this.transport.delete('/v1/jobs/{id}', { ...call, params: { id } });
  }
}

async function* pages<T>(
  page: (after: string | undefined) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
): AsyncGenerator<T> {
  for (let after: string | undefined; ; ) {
    const { items, next } = await page(after);
    yield* items;
    if (next === null) return;
    after = next;
  }
}

async function* broken<T>(source: AsyncGenerator<T>, signal?: AbortSignal): AsyncGenerator<T> {
  try {
    for (;;) {
      const next = await unbroken(() => source.next(), signal ?? null);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await source.return(undefined).catch(() => undefined);
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stopped);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stopped();
    else signal?.addEventListener('abort', stopped, { once: true });
  });
}
