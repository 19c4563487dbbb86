import type { ExchangeScope } from '#lib/deidentification';
import type { DocumentService } from '../documents/document-service.js';
import { spoolDocument, workFolder } from '../documents/spooled-document.js';
import type { FileTask, ProcessFile } from './item-worker.js';

/** Who asked, as policy sees it now. Throws `policy.denied` when that one may no longer do this. */
export type OpenJobScope = (task: FileTask) => Promise<ExchangeScope>;

/**
 * Makes what workers run: a file of a job through the seam, as the one who asked. `home` is the process's own folder, where
 * files lie that are too large for memory.
 */
export async function documentProcessor(
  service: DocumentService,
  openScope: OpenJobScope,
  home: string,
): Promise<ProcessFile> {
  await workFolder(home);
  return async (task, work) => {
    const scope = await openScope(task);
    const { input, release } = await spoolDocument(work.content(), task.name, home, work.signal);
    try {
      const documentWork = {
        signal: work.signal,
        onProgress: ({ bytesRead }: { bytesRead: number }) => work.onProgress(bytesRead),
      };
      const report =
        task.kind === 'inspect'
          ? await service.inspect(scope, input, task.options, documentWork)
          : await service.deidentify(scope, input, work.output, task.options, documentWork);
      return { ...report };
    } finally {
      await release();
    }
  };
}
