import type {
  DeidentifyRequest,
  DeidentifyResponse,
  Finding,
  InspectRequest,
  ReidentifyRequest,
  ReidentifyResponse,
} from './api/types.js';
import type { CallOptions, Transport } from './http/transport.js';

type Shape = 'texts' | 'json' | 'messages';
/** The part that was given, as it comes back: texts for texts, the same type of JSON, messages for messages. */
export type Answered<Given, Response> = Omit<Response, Shape> & {
  [K in Shape as Given extends { readonly [P in K]: unknown } ? K : never]: K extends 'texts'
    ? string[]
    : Given extends { readonly [P in K]: infer Part }
      ? Part
      : never;
};

/** Texts, JSON and chat messages. */
export class PrivacyClient {
  constructor(private readonly transport: Transport) {}

  /** What each text holds, in the order given. Nothing is stored. */
  async inspect(
    texts: readonly string[],
    { types, language, collection, detection, ...call }: CallOptions & Omit<InspectRequest, 'texts'> = {},
  ): Promise<readonly (readonly Finding[])[]> {
    const body: InspectRequest = {
      texts: [...texts],
      ...(types && { types }),
      ...(language !== undefined && { language }),
      ...(collection !== undefined && { collection }),
      ...(detection && { detection }),
    };
    const { results } = await this.transport.post('/v1/privacy/inspect', body, call);
    return results.map(({ findings }) => findings);
  }

  /** Gives back what was given (exactly one of `texts`, `json` and `messages`) with tokens in place of values. */
  async deidentify<Given extends DeidentifyRequest>(
    given: Given,
    call: CallOptions = {},
  ): Promise<Answered<Given, DeidentifyResponse>> {
    const answer = await this.transport.post('/v1/privacy/deidentify', given, call);
    return answer as Answered<Given, DeidentifyResponse>;
  }

  /** Gives back what was given with values in place of tokens, as far as policy allows. */
  async reidentify<Given extends ReidentifyRequest>(
    given: Given,
    call: CallOptions = {},
  ): Promise<Answered<Given, ReidentifyResponse>> {
    const answer = await this.transport.post('/v1/privacy/reidentify', given, call);
    return answer as Answered<Given, ReidentifyResponse>;
  }
}
