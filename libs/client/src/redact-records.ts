import type { DeidentifyRequest } from './api/types.js';
import type { CallOptions } from './http/transport.js';
import type { PvgClient } from './pvg-client.js';

export interface RedactionOptions {
  readonly client: PvgClient;
  readonly collection?: string;
  /** What stands for a value; `surrogate` for collections that are searched by dense embeddings. */
  readonly as?: DeidentifyRequest['as'];
  /** What becomes of metadata, which may hold titles, authors and paths. Absent: `deidentify`. */
  readonly metadata?: 'deidentify' | 'keep' | 'drop';
  /** Documents a call. Absent: 50. */
  readonly batchSize?: number;
}

/** A document of a pipeline. */
export interface TextRecord {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: metadata of pipelines is any JSON
  readonly metadata: Record<string, any>;
}

const BATCH_SIZE = 50;

/** De-identifies texts and, unless told otherwise, their metadata, in the order given. All of a batch or a `PvgError`. */
export async function redactRecords(
  records: readonly TextRecord[],
  { client, collection, as, metadata = 'deidentify', batchSize = BATCH_SIZE }: RedactionOptions,
  call: CallOptions = {},
): Promise<readonly TextRecord[]> {
  const options = { ...(collection !== undefined && { collection }), ...(as && { as }) };
  const redacted: TextRecord[] = [];
  for (let from = 0; from < records.length; from += batchSize) {
    const batch = records.slice(from, from + batchSize);
    const { texts } = await client.privacy.deidentify({ texts: batch.map(({ text }) => text), ...options }, call);
    const given = batch.map((record) => (metadata === 'drop' ? {} : record.metadata));
    const isWorthReading = metadata === 'deidentify' && given.some((one) => Object.keys(one ?? {}).length > 0);
    const { json } = isWorthReading
      ? await client.privacy.deidentify({ json: given, ...options }, call)
      : { json: given };
    for (const [index, text] of texts.entries()) redacted.push({ text, metadata: json[index]! });
  }
  return redacted;
}
