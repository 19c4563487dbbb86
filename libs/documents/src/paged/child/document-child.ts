import { writeFileSync } from 'node:fs';
import type { ChildLimits, ChildRequest, PagedDocument, PagedKind } from '../protocol.js';
import { ChildError } from './child-error.js';

/**
 * The process that reads PDFs and pictures: native and WebAssembly code that strangers' files are fed to, without an
 * environment, ended by its parent when it takes too long or too much.
 */
let current: PagedDocument | null = null;

async function open(kind: PagedKind, bytes: Uint8Array, limits: ChildLimits): Promise<PagedDocument> {
  // Loaded when asked for: a picture needs no PDF reader.
  if (kind === 'pdf') return (await import('../../pdf/pdf-document.js')).openPdf(bytes, limits);
  return (await import('../../picture/picture-document.js')).openPicture(bytes, kind, limits);
}

function opened(): PagedDocument {
  if (!current) throw new ChildError('unreadable', 'no document is open');
  return current;
}

function close(): null {
  current?.close();
  current = null;
  return null;
}

async function answer(request: ChildRequest): Promise<unknown> {
  switch (request.what) {
    case 'open':
      close();
      current = await open(request.kind, request.bytes, request.limits);
      return current.opened;
    case 'page':
      return opened().page(request.page, request.pixels);
    case 'recognise':
      return opened().recognise(request.page);
    case 'write':
      return opened().write(request.edits, request.values);
    case 'close':
      return close();
  }
}

if (process.platform === 'linux') {
  try {
    // When the host runs out of memory, this process goes before the one that serves.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not allowed everywhere; the parent's own watch remains.
  }
}

process.on('message', (message: { id: number; request: ChildRequest }) => {
  answer(message.request).then(
    (value) => process.send!({ id: message.id, value }),
    (error: unknown) => {
      const fault =
        error instanceof ChildError
          ? { fault: error.fault, detail: error.detail }
          : { fault: 'unreadable', detail: error instanceof Error ? error.name : 'unknown' };
      process.send!({ id: message.id, fault });
    },
  );
});
process.on('disconnect', () => process.exit(0));
