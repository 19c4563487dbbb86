import { type ByteSink, DocumentInput, type DocumentReport, writeWholeFile } from '#lib/documents';
import { DocumentService } from '#lib/ingestion';
import { withoutAbsent } from '#lib/kernel';
import type { LocalSeam } from '../local/local-seam.js';
import type { DocumentRunner, DocumentTask, RunSettings, TaskWork } from './document-task.js';

/** Works on files in this thread, through the seam that it opened; `close` closes it. */
export class LocalRunner implements DocumentRunner {
  private readonly service: DocumentService;

  constructor(
    private readonly seam: LocalSeam,
    private readonly settings: RunSettings,
  ) {
    this.service = new DocumentService(seam.parts);
  }

  async run({ source, target }: DocumentTask, work: TaskWork): Promise<DocumentReport> {
    const input = await DocumentInput.fromFile(source);
    if (target === null) return this.inspect(input, work);
    return writeWholeFile(target, (sink) => this.rewrite(input, sink, work));
  }

  async inspect(input: DocumentInput, work: TaskWork): Promise<DocumentReport> {
    const scope = await this.scope('privacy:Inspect');
    return this.service.inspect(scope, input, this.order, documentWork(work));
  }

  /** Into any sink. What a streamed format wrote before it failed has been checked, but is not the whole file. */
  async rewrite(input: DocumentInput, sink: ByteSink, work: TaskWork): Promise<DocumentReport> {
    const scope = await this.scope('document:Deidentify');
    if (this.settings.command === 'deidentify') {
      return this.service.deidentify(scope, input, sink, this.order, documentWork(work));
    }
    const { format } = this.settings;
    return this.service.reidentify(scope, input, sink, withoutAbsent({ format }), documentWork(work));
  }

  close(): Promise<void> {
    return this.seam.close();
  }

  private get order() {
    const { format, as, columns } = this.settings;
    return withoutAbsent({ format, as, columns });
  }

  private scope(action: Parameters<LocalSeam['scope']>[0]) {
    const { collectionId, purpose } = this.settings;
    return this.seam.scope(action, collectionId, purpose);
  }
}

function documentWork({ signal, onProgress }: TaskWork) {
  return { signal, onProgress: ({ bytesRead }: { bytesRead: number }) => onProgress(bytesRead) };
}
