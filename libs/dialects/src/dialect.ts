import { DomainError } from '#lib/kernel';
import type { JsonNode } from './json/json-node.js';
import type { LaneFactory } from './stream/lane.js';
import type { AnswerStream, StreamOptions } from './stream/rewriting-stream.js';
import type { OpenedBody } from './walk/walker.js';

/** One message, or item of a conversation. */
export interface BodyMessage {
  readonly index: number;
  /** Empty when it has none. */
  readonly role: string;
  /** An earlier turn produced it: it comes back as the caller saw it. */
  readonly history: boolean;
}

/** A request of any dialect, opened. */
export interface OpenedRequest extends OpenedBody {
  /** Null where the model stands in the URL. */
  readonly model: string | null;
  readonly stream: boolean;
  readonly hasTools: boolean;
  /** Names of the tools and functions that the client offers. */
  readonly toolNames: readonly string[];
  /** The answer's text is JSON, so values are put back JSON-escaped. */
  readonly jsonAnswer: boolean;
  readonly messages: readonly BodyMessage[];
}

export interface AnswerOptions {
  /** The request asked for JSON, so values in the answer's text are put back JSON-escaped. */
  readonly jsonAnswer?: boolean;
}

/** An answer or error body of any dialect, opened. `slots` are the texts the model wrote. */
export interface OpenedAnswer extends OpenedBody {
  /** The body with every lane's text run through a writer; everything else stays byte for byte. */
  rewrite(open: LaneFactory): string;
}

/** What the gateway needs to know of an API. */
export interface Dialect {
  readonly name: string;
  /** Throws `request.malformed`, `request.too_deep`, or `request.invalid` with the pointer of the field at fault. */
  readRequest(raw: string): OpenedRequest;
  /** Throws `upstream.rejected` when the body is not JSON. */
  readAnswer(raw: string, options?: AnswerOptions): OpenedAnswer;
  /** Null for an API that does not stream. */
  readonly stream: ((options: StreamOptions) => AnswerStream) | null;
  /** Content type of a streamed answer. */
  readonly streamType: string;
}

/** Throws `request.invalid` when a field that decides how a request is treated is repeated. */
export function refuseRepeated(root: JsonNode, fields: readonly string[]): void {
  if (root.kind !== 'object') throw invalid('', 'The body must be a JSON object.');
  for (const field of fields) {
    if (root.members.filter((member) => member.name === field).length > 1) {
      throw invalid(`/${field}`, `The field "${field}" is repeated.`);
    }
  }
}

export function invalid(pointer: string, publicMessage: string): DomainError {
  return new DomainError('request.invalid', { publicMessage, pointer });
}
