import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#lib/config';
import { DomainError } from '#lib/kernel';
import { CONFIG } from '../http/tokens.js';

/** Whether a request comes from a page of ours, as the browser tells it: what a page can't forge. */
@Injectable()
export class RequestOrigin {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>) {}

  /**
   * Refuses what another site sent. `Sec-Fetch-Site` (W3C Fetch Metadata) where the browser sends it, and `Origin` (RFC 6454)
   * too; a client that is no browser sends neither, and no cookies by itself.
   *
   * @throws DomainError `identity.csrf`
   */
  mustBeOurs({ headers, method }: FastifyRequest): void {
    const site = headers['sec-fetch-site'];
    // `none`: typed or bookmarked, which only reads.
    const reads = method === 'GET' || method === 'HEAD';
    if (site !== undefined && site !== 'same-origin' && !(reads && site === 'none')) throw crossSite();
    const { origin } = headers;
    if (origin !== undefined && origin !== this.config.publicUrl && hostOf(origin) !== headers.host) throw crossSite();
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

export function crossSite(): DomainError {
  return new DomainError('identity.csrf', {
    publicMessage: 'Requests with the session cookie come from the console’s own pages, with its x-pvg-csrf header.',
  });
}
