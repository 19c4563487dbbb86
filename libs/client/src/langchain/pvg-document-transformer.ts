import { Document, type DocumentInterface, MappingDocumentTransformer } from '@langchain/core/documents';
import type { CallOptions } from '../http/transport.js';
import { type RedactionOptions, redactRecords } from '../redact-records.js';

/**
 * De-identifies the documents of a loader: put it BEFORE the text splitter. A splitter cuts names in two, and half a name is not
 * found any more; a token that was put in first is left whole.
 */
export class PvgDocumentTransformer extends MappingDocumentTransformer {
  readonly #options: RedactionOptions;

  constructor(options: RedactionOptions) {
    super();
    this.#options = options;
  }

  /** Many documents a call: a name that one document introduces is found in the others of the batch too. */
  override async transformDocuments(documents: DocumentInterface[], call?: CallOptions): Promise<DocumentInterface[]> {
    const records = documents.map(({ pageContent, metadata }) => ({ text: pageContent, metadata }));
    const redacted = await redactRecords(records, this.#options, call);
    return redacted.map(({ text, metadata }, index) => {
      const { id } = documents[index]!;
      return new Document({ pageContent: text, metadata, ...(id !== undefined && { id }) });
    });
  }

  override async _transformDocument(document: DocumentInterface): Promise<DocumentInterface> {
    return (await this.transformDocuments([document]))[0]!;
  }
}
