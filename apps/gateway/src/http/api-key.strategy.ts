import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { ApiKeys } from '#lib/identity';
import { DomainError, type Principal, Secret } from '#lib/kernel';

/**
 * Reads an API key where each family of clients puts it: `Authorization: Bearer` (OpenAI, Ollama), `x-api-key` (Anthropic),
 * `x-goog-api-key` (Gemini). Never from the URL.
 */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'api-key') {
  constructor(private readonly apiKeys: ApiKeys) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Principal> {
    const presented = presentedKey(request.headers);
    if (presented === undefined) {
      throw new DomainError('identity.missing_credentials', {
        publicMessage: 'Send an API key as "Authorization: Bearer <key>".',
      });
    }
    return this.apiKeys.authenticate(new Secret(presented));
  }
}

/** What a request presents as `Authorization: Bearer` (RFC 6750). */
export function bearerOf(headers: FastifyRequest['headers']): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function presentedKey(headers: FastifyRequest['headers']): string | undefined {
  const bearer = bearerOf(headers);
  if (bearer !== undefined) return bearer;
  for (const name of ['x-api-key', 'x-goog-api-key']) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
