// A thread that works on one file at a time; thread-runner.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '#lib/config';
import { DomainError, Secret } from '#lib/kernel';
import { LocalSeam } from '../local/local-seam.js';
import type { DocumentTask } from './document-task.js';
import { LocalRunner } from './local-runner.js';
import { asDomainError } from './named-error.js';
import type { FromThread, ThreadSettings, ToThread } from './thread-runner.js';

const { settings, key, databaseUrl } = workerData as ThreadSettings;
const port = parentPort!;
let runner: Promise<LocalRunner> | undefined;
let abort = new AbortController();

port.on('message', (message: ToThread) => {
  if ('run' in message) void run(message.run);
  else if ('abort' in message) abort.abort();
  else void close();
});

async function run(task: DocumentTask): Promise<void> {
  abort = new AbortController();
  try {
    runner ??= open();
    const onProgress = (bytes: number) => tell({ progress: bytes });
    tell({ report: await (await runner).run(task, { signal: abort.signal, onProgress }) });
  } catch (error) {
    const { code, publicMessage, facts } = asDomainError(error);
    tell({ error: { code, publicMessage, facts } });
  }
}

async function open(): Promise<LocalRunner> {
  const secret = key === null ? undefined : new Secret(key);
  const seam = await LocalSeam.open({
    config: loadConfig(),
    joined: new Secret(databaseUrl),
    ...(secret && { key: secret }),
  });
  return new LocalRunner(seam, settings);
}

async function close(): Promise<void> {
  await runner
    ?.then((opened) => opened.close())
    .catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  port.close();
}

function tell(message: FromThread): void {
  port.postMessage(message);
}
