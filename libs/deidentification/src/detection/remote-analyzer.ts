import { z } from 'zod';
import type { AnalyzerConfig, Config } from '#lib/config';
import type { SuggestedSpan } from '#lib/detection';
import { DomainError, type InfoType, isInfoType } from '#lib/kernel';
import { OutboundClient } from '#lib/outbound';

const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const PARALLEL = 4;

/** What Presidio calls things, where the product has another word (Presidio's list of supported entities). */
const TYPES: Readonly<Record<string, InfoType>> = {
  CRYPTO: 'CRYPTO_ADDRESS',
  DATE_TIME: 'DATE',
  EMAIL_ADDRESS: 'EMAIL',
  IBAN_CODE: 'IBAN',
  MEDICAL_LICENSE: 'US_DEA',
  PHONE_NUMBER: 'PHONE',
  UK_NHS: 'GB_NHS',
  UK_NINO: 'GB_NINO',
  US_BANK_NUMBER: 'BANK_ACCOUNT',
  US_DRIVER_LICENSE: 'DRIVER_LICENSE',
  US_PASSPORT: 'PASSPORT',
};

const Answer = z.array(
  z.object({
    entity_type: z.string().min(1),
    start: z.number().int().nonnegative(),
    end: z.number().int().nonnegative(),
    score: z.number().min(0).max(1),
  }),
);

/**
 * A bigger model behind Presidio's HTTP interface (`POST /analyze`). Its offsets count code points and are turned to UTF-16.
 * Whatever keeps it from a complete answer (no connection, another status, too late, too long, spans outside the text) throws
 * `detection.failed`: a text it did not see is not sent on.
 */
export class RemoteAnalyzer {
  private readonly url: URL;

  constructor(
    private readonly outbound: OutboundClient,
    private readonly options: AnalyzerConfig,
  ) {
    this.url = new URL('analyze', options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  }

  /** Asks the configured analyzer and nobody else; nothing where none is. */
  static fromConfig({ analyzer }: Config): RemoteAnalyzer | undefined {
    if (!analyzer) return undefined;
    const allowedOrigins = new Set([new URL(analyzer.baseUrl).origin]);
    return new RemoteAnalyzer(new OutboundClient({ allowedOrigins }), analyzer);
  }

  /** Enters the keys of caches of findings. */
  get version(): string {
    return `${this.url.href}|${this.options.language}|${JSON.stringify(this.options.types)}`;
  }

  /** The spans of each text, in UTF-16 code units, in the order of the texts. */
  async analyze(texts: readonly string[], language = this.options.language): Promise<SuggestedSpan[][]> {
    const results: SuggestedSpan[][] = texts.map(() => []);
    const waiting = texts.flatMap((text, index) => (/\p{L}|\p{N}/u.test(text) ? [{ text, index }] : []));
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        results[next.index] = await this.one(next.text, language);
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, waiting.length) }, worker));
    return results;
  }

  private async one(text: string, language: string): Promise<SuggestedSpan[]> {
    const parsed = Answer.safeParse(parsedOrUndefined(await this.ask(JSON.stringify({ text, language }))));
    if (!parsed.success) throw failed('an answer of another shape');
    const toUtf16 = utf16Offsets(text);
    return parsed.data.map(({ entity_type, start, end, score }) => {
      const from = toUtf16(start);
      const to = toUtf16(end);
      if (from === undefined || to === undefined || to <= from) throw failed('a span outside the text');
      return { start: from, end: to, score, type: this.typeOf(entity_type) };
    });
  }

  private async ask(body: string): Promise<string> {
    const { apiKey, timeoutMs } = this.options;
    try {
      const response = await this.outbound.send({
        method: 'POST',
        url: this.url,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(apiKey && { authorization: `Bearer ${apiKey.reveal()}` }),
        },
        body,
        connectTimeoutMs: timeoutMs,
        firstByteTimeoutMs: timeoutMs,
        idleTimeoutMs: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of response.body) {
        length += (chunk as Buffer).length;
        if (length > ANSWER_BYTES_MAX) {
          response.body.destroy();
          throw failed('an answer that is too long');
        }
        chunks.push(chunk as Buffer);
      }
      if (response.status !== 200) throw failed(`status ${response.status}`);
      return Buffer.concat(chunks).toString('utf8');
    } catch (error) {
      if (error instanceof DomainError && error.code === 'detection.failed') throw error;
      throw failed(error instanceof DomainError ? error.code : 'the answer broke off or came too late');
    }
  }

  private typeOf(name: string): InfoType {
    const known = this.options.types[name] ?? TYPES[name];
    if (known !== undefined) return known;
    return isInfoType(name) ? name : 'CUSTOM';
  }
}

function failed(detail: string): DomainError {
  return new DomainError('detection.failed', {
    publicMessage: 'The text could not be examined by the configured analyzer, so nothing was sent on.',
    detail: `analyzer: ${detail}`,
  });
}

function parsedOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Offsets in code points to offsets in UTF-16 code units; undefined past the end. */
function utf16Offsets(text: string): (codePoints: number) => number | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but surrogates
  if (/^[\u0000-\ud7ff\ue000-\uffff]*$/.test(text)) return (at) => (at <= text.length ? at : undefined);
  const offsets: number[] = [0];
  for (const character of text) offsets.push(offsets.at(-1)! + character.length);
  return (at) => offsets[at];
}
