import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DomainError } from '#lib/kernel';
import { encrypted, leftover, tooLarge, unreadable } from '../document-error.js';
import type { DocumentLimits } from '../document-limits.js';
import type { ChildFault, ChildReplies, ChildRequest } from './protocol.js';

const WATCH_EVERY_MS = 250;
const PAGE_BYTES = 4096;
/** What is resident besides the JavaScript heap: WebAssembly memory of PDFium and Tesseract, decoded pixels. */
const RESIDENT_FACTOR = 2;

type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: ChildFault });

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A child process that reads PDFs and pictures, used by one document at a time. */
export class DocumentProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ended: DomainError | Error | null = null;
  /** How many documents it has been given. */
  documents = 0;

  constructor(heapMegabytes: number) {
    const { file, execArgv } = entry();
    this.child = fork(file, [], {
      execArgv: [...execArgv, `--max-old-space-size=${heapMegabytes}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', (reply: Reply) => this.take(reply));
    this.child.on('exit', () => this.end(unreadable('its reader ended')));
    this.child.on('error', () => this.end(unreadable('its reader did not start')));
  }

  get usable(): boolean {
    return this.ended === null;
  }

  /** Throws the DomainError that the child's fault means; ends the child beyond its time or memory. */
  async ask<R extends ChildRequest>(request: R, limits: DocumentLimits): Promise<ChildReplies[R['what']]> {
    if (this.ended) throw this.ended;
    this.lastId += 1;
    const id = this.lastId;
    const deadline = setTimeout(() => this.kill(tooLarge('childMs')), limits.childMs);
    const watch = setInterval(() => this.watch(limits), WATCH_EVERY_MS);
    try {
      return await new Promise<ChildReplies[R['what']]>((resolve, reject) => {
        this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        this.child.send({ id, request }, (error) => {
          if (error) this.kill(unreadable('its reader ended'));
        });
      });
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
    }
  }

  /** Lets this process end while the child idles. */
  rest(): void {
    this.child.unref();
    this.child.channel?.unref();
  }

  wake(): void {
    this.child.ref();
    this.child.channel?.ref();
  }

  kill(error: Error): void {
    this.end(error);
    this.child.kill('SIGKILL');
  }

  private take(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('fault' in reply) waiting?.reject(errorOf(reply.fault));
    else waiting?.resolve(reply.value);
  }

  private end(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
  }

  private watch({ childMegabytes }: DocumentLimits): void {
    if (process.platform !== 'linux') return;
    try {
      const pages = Number(readFileSync(`/proc/${this.child.pid}/statm`, 'utf8').split(' ')[1]);
      if (pages * PAGE_BYTES > childMegabytes * RESIDENT_FACTOR * 1024 * 1024) this.kill(tooLarge('childMegabytes'));
    } catch {
      // It ended between two looks; `exit` tells.
    }
  }
}

function errorOf({ fault, detail }: ChildFault): DomainError {
  switch (fault) {
    case 'encrypted':
      return encrypted('pdf');
    case 'pagesMax':
    case 'pixelsMax':
      return tooLarge(fault);
    case 'leftover':
      return leftover({ reason: detail, count: 1 });
    case 'unreadable':
      return unreadable(detail);
  }
}

/** The compiled child, or its source when this is one: tests and benchmarks run the sources. */
function entry(): { file: string; execArgv: readonly string[] } {
  const compiled = fileURLToPath(new URL('./child/document-child.js', import.meta.url));
  if (existsSync(compiled)) return { file: compiled, execArgv: [] };
  const hooks = new URL('../../../database/src/testing/register-typescript.mjs', import.meta.url).href;
  return {
    file: fileURLToPath(new URL('./child/document-child.ts', import.meta.url)),
    execArgv: ['--conditions=source', '--import', hooks],
  };
}
