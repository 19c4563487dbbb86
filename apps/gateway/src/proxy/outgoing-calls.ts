import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamConfig } from '#lib/config';
import { carry, type DeidentifiedExchange } from '#lib/deidentification';
import type { AnswerStream, BodyText, OpenedRequest, StreamOptions } from '#lib/dialects';
import { type Deidentified, DomainError, type Principal } from '#lib/kernel';
import type { ModelCall } from '#lib/upstream';
import { forwardedHeaders } from './forwarded-headers.js';
import { PREAMBLE } from './preamble.js';
import type { Surface } from './surface.js';
import { TextModelCall } from './text-model.js';
import { recipientOf } from './upstreams.js';

export interface OutgoingRequest {
  readonly surface: Surface;
  readonly opened: OpenedRequest;
  readonly path: string;
  readonly streams: boolean;
  readonly headers: IncomingHttpHeaders;
}

/** One request as each upstream that may be asked gets it: its own preamble, media, view of values, and prompt. */
export class OutgoingCalls {
  private readonly recipientsByUpstream: ReadonlyMap<UpstreamConfig, Principal | null>;
  private readonly textModels = new Map<UpstreamConfig, TextModelCall>();

  constructor(
    private readonly request: OutgoingRequest,
    /** In the order in which they are asked. */
    readonly upstreams: readonly UpstreamConfig[],
    tenantId: string,
  ) {
    this.recipientsByUpstream = new Map(upstreams.map((upstream) => [upstream, recipientOf(upstream, tenantId)]));
  }

  /** The upstreams that may see more than tokens, if the policy says so. */
  get recipients(): readonly Principal[] {
    return [...this.recipientsByUpstream.values()].filter((recipient) => recipient !== null);
  }

  /** `goOn`: adds what a run has added since, all of it tokens; such a body is told of tokens from its first turn on. */
  to(
    upstream: UpstreamConfig,
    exchange: DeidentifiedExchange<BodyText>,
    goOn?: (body: string) => string,
  ): Deidentified<ModelCall> {
    const { surface, opened, path, streams, headers } = this.request;
    const preamble = upstream.preamble ?? PREAMBLE;
    const recipient = this.recipientsByUpstream.get(upstream) ?? null;
    const text = exchange.textFor(recipient, ({ edits, recalled, hasTokens }) =>
      opened.splice(edits, {
        texts: recalled,
        ...(opened.media.length > 0 && { drop: opened.media }),
        ...((hasTokens || goOn) && preamble !== false && { preamble }),
      }),
    );
    return carry(text, (closed) => {
      const body = goOn ? goOn(closed) : closed;
      const model = upstream.api === 'completions' ? new TextModelCall(upstream, body) : undefined;
      if (model) this.textModels.set(upstream, model);
      const streamType = upstream.wire === 'ollama' && model ? 'application/x-ndjson' : surface.dialect.streamType;
      return {
        method: 'POST' as const,
        path: model?.path ?? path,
        body: model?.body ?? body,
        accept: streams ? streamType : 'application/json',
        headers: forwardedHeaders(upstream.api, headers),
      };
    });
  }

  /** The stream that rewrites this upstream's answer; null for an API that does not stream. */
  streamFrom(upstream: UpstreamConfig, options: StreamOptions): AnswerStream | null {
    const { stream } = this.request.surface.dialect;
    if (!stream) return null;
    return this.textModels.get(upstream)?.stream(stream, options) ?? stream(options);
  }

  /** This upstream's whole answer in the API that the caller speaks. */
  answerFrom(upstream: UpstreamConfig, raw: string): string {
    return this.textModels.get(upstream)?.answer(raw) ?? raw;
  }
}

/** The upstreams that take a request with such parts. Throws `request.unsupported` when none does. */
export function takingMedia(upstreams: readonly UpstreamConfig[], { media }: OpenedRequest): readonly UpstreamConfig[] {
  const [part] = media;
  if (!part) return upstreams;
  const taking = upstreams.filter((upstream) => upstream.media === 'drop');
  if (taking.length > 0) return taking;
  throw new DomainError('request.unsupported', {
    publicMessage: `The ${part.kind} at ${part.path} cannot be read for personal data, so the request was not sent. Send text.`,
    pointer: part.path,
  });
}
