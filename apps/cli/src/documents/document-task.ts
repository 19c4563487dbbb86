import type { DocumentReport } from '#lib/documents';
import type { DomainError } from '#lib/kernel';
import type { Form } from '#lib/vault';

export type DocumentCommand = 'inspect' | 'deidentify' | 'reidentify';

/** What is to be done with every file of a run. Plain data: it is handed to threads. */
export interface RunSettings {
  readonly command: DocumentCommand;
  readonly collectionId: string;
  readonly purpose?: string;
  readonly format?: string;
  readonly as?: Form;
  readonly columns?: Readonly<Record<string, string>>;
}

export interface DocumentTask {
  readonly source: string;
  /** The file to be written; null when only the report is wanted. */
  readonly target: string | null;
}

export interface TaskWork {
  readonly signal: AbortSignal;
  readonly onProgress: (bytesRead: number) => void;
}

/** Does one file after another. Rejects with a DomainError that names no content. */
export interface DocumentRunner {
  run(task: DocumentTask, work: TaskWork): Promise<DocumentReport>;
  close(): Promise<void>;
}

export type Outcome =
  | { readonly path: string; readonly state: 'done' | 'kept'; readonly report: DocumentReport }
  | { readonly path: string; readonly state: 'failed'; readonly error: DomainError };

/** Values of a report by type. */
export function countsOf({ replaced }: Pick<DocumentReport, 'replaced'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const types of Object.values(replaced)) {
    for (const [type, count] of Object.entries(types)) counts[type] = (counts[type] ?? 0) + count;
  }
  return counts;
}
