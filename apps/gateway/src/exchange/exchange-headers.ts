import type { IncomingHttpHeaders } from 'node:http';
import { DomainError, isSlug } from '#lib/kernel';

const REASON_LENGTH_MAX = 200;
const CONVERSATION_LENGTH_MAX = 200;

/** What a caller asks for by headers. Each only chooses among what its principal is granted. */
export interface ExchangeHeaders {
  readonly collectionId: string;
  readonly purpose?: string;
  readonly reason?: string;
  readonly conversation?: string;
  /** Find more, at the price of finding what is none. A header can only ask for more. */
  readonly strict?: boolean;
}

/** Reads the `x-pvg-*` request headers. Throws `request.invalid` naming the header. */
export function readExchangeHeaders(headers: IncomingHttpHeaders): ExchangeHeaders {
  const collectionId = single(headers, 'x-pvg-collection') ?? 'default';
  if (!isSlug(collectionId)) throw invalid('x-pvg-collection', 'must be the id of a collection');
  const purpose = single(headers, 'x-pvg-purpose');
  if (purpose !== undefined && !isSlug(purpose)) throw invalid('x-pvg-purpose', 'must be the id of a purpose');
  const reason = single(headers, 'x-pvg-reason');
  if (reason !== undefined && reason.length > REASON_LENGTH_MAX) throw invalid('x-pvg-reason', 'is too long');
  const conversation = single(headers, 'x-pvg-conversation');
  if (conversation !== undefined && conversation.length > CONVERSATION_LENGTH_MAX) {
    throw invalid('x-pvg-conversation', 'is too long');
  }
  const detection = single(headers, 'x-pvg-detection');
  if (detection !== undefined && detection !== 'strict') throw invalid('x-pvg-detection', 'can only be `strict`');
  return {
    collectionId,
    ...(purpose !== undefined && { purpose }),
    ...(reason !== undefined && { reason }),
    ...(conversation !== undefined && { conversation }),
    ...(detection !== undefined && { strict: true }),
  };
}

function single(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (Array.isArray(value)) throw invalid(name, 'must be given once');
  return value === '' ? undefined : value;
}

function invalid(name: string, problem: string): DomainError {
  return new DomainError('request.invalid', { publicMessage: `The header ${name} ${problem}.` });
}
