import { availableParallelism } from 'node:os';
import { unreadable } from '../document-error.js';
import type { DocumentLimits } from '../document-limits.js';
import { DocumentProcess } from './document-process.js';
import type { ChildReplies, ChildRequest } from './protocol.js';

/** A process is given up after so many documents: what one file leaves behind should not meet many others. */
const DOCUMENTS_MAX = 50;
/** Recognition fills a core; more at once only take memory. */
const PROCESSES_MAX = Math.max(2, Math.min(4, availableParallelism()));
const IDLE_MS = 30_000;

const idle = new Map<DocumentProcess, NodeJS.Timeout>();
const queue: (() => void)[] = [];
let working = 0;

/** Asks the child that has the document open. */
export type AskChild = <R extends ChildRequest>(request: R) => Promise<ChildReplies[R['what']]>;

/** Runs work with a child process of its own. Waits while as many as the machine has cores are at work. */
export async function withDocumentProcess<T>(
  limits: DocumentLimits,
  signal: AbortSignal | undefined,
  work: (ask: AskChild) => Promise<T>,
): Promise<T> {
  if (working >= PROCESSES_MAX) await new Promise<void>((resolve) => queue.push(resolve));
  else working += 1;
  try {
    signal?.throwIfAborted();
    return await withChild(limits, signal, work);
  } finally {
    const next = queue.shift();
    if (next) next();
    else working -= 1;
  }
}

async function withChild<T>(
  limits: DocumentLimits,
  signal: AbortSignal | undefined,
  work: (ask: AskChild) => Promise<T>,
): Promise<T> {
  const child = takeIdle() ?? new DocumentProcess(limits.childMegabytes);
  child.documents += 1;
  const abort = (): void => child.kill(signal?.reason instanceof Error ? signal.reason : unreadable('cancelled'));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work((request) => child.ask(request, limits));
  } finally {
    signal?.removeEventListener('abort', abort);
    if (child.usable) await child.ask({ what: 'close' }, limits).catch(() => undefined);
    if (child.usable && child.documents < DOCUMENTS_MAX) putIdle(child);
    else child.kill(unreadable('its reader ended'));
  }
}

function takeIdle(): DocumentProcess | null {
  for (const [child, timer] of idle) {
    clearTimeout(timer);
    idle.delete(child);
    if (!child.usable) continue;
    child.wake();
    return child;
  }
  return null;
}

function putIdle(child: DocumentProcess): void {
  child.rest();
  const end = (): void => {
    idle.delete(child);
    child.kill(unreadable('its reader ended'));
  };
  idle.set(child, setTimeout(end, IDLE_MS).unref());
}
