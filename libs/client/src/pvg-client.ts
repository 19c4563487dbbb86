import { DocumentsClient } from './documents.js';
import { type PvgClientOptions, Transport } from './http/transport.js';
import { JobsClient } from './jobs.js';
import { PrivacyClient } from './privacy.js';
import { VaultClient } from './vault.js';

/** A gateway, as one principal sees it. Every failure is a `PvgError`. */
export class PvgClient {
  readonly vault: VaultClient;
  readonly privacy: PrivacyClient;
  readonly documents: DocumentsClient;
  readonly jobs: JobsClient;

  constructor(options: PvgClientOptions) {
    const transport = new Transport(options);
    this.vault = new VaultClient(transport);
    this.privacy = new PrivacyClient(transport);
    this.documents = new DocumentsClient(transport);
    this.jobs = new JobsClient(transport);
  }
}
