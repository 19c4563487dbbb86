import type { JobOptions } from './api/types.js';

/** A document to hand over. A `Blob` of a file (`openAsBlob`) is read as it is sent. */
export interface DocumentFile {
  /** For its extension; the gateway reads the content to be sure. */
  readonly name: string;
  readonly content: string | Uint8Array | Blob;
}

/** The multipart body: fields first, since the gateway reads files as they come in. */
export function uploadForm(files: Iterable<DocumentFile>, { columns, ...fields }: JobOptions): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  if (columns) form.append('columns', JSON.stringify(columns));
  for (const { name, content } of files) {
    const blob = content instanceof Blob ? content : new Blob([content as string | Uint8Array<ArrayBuffer>]);
    form.append('file', blob, name);
  }
  return form;
}
