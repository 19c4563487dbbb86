import type { Config } from '#lib/config';
import type { Database } from '#lib/database';
import { OidcLogin, outboundFetch } from '#lib/identity';
import { DomainError } from '#lib/kernel';
import { OutboundClient } from '#lib/outbound';

export const OIDC_PATH = '/admin/v1/sign-in/oidc';

interface Provider {
  readonly name: string;
  readonly title: string;
  readonly login: OidcLogin;
}

/** The OpenID providers of the configuration. The process asks their origins, and no other, on their behalf. */
export class OidcProviders {
  readonly #providers: ReadonlyMap<string, Provider>;

  constructor(database: Database, { oidcProviders, publicUrl }: Pick<Config, 'oidcProviders' | 'publicUrl'>) {
    const allowedOrigins = new Set(oidcProviders.map(({ issuer }) => new URL(issuer).origin));
    const fetch = outboundFetch(new OutboundClient({ allowedOrigins }));
    this.#providers = new Map(
      oidcProviders.map(({ name, title = name, tenant, issuer, algorithms, clientSecret, ...rest }) => {
        const settings = {
          ...rest,
          name,
          tenantId: tenant,
          issuer,
          redirectUrl: `${publicUrl}${OIDC_PATH}/${name}/callback`,
          allowInsecureRequests: isLoopback(issuer),
          ...(algorithms && { algorithms }),
          ...(clientSecret && { clientSecret }),
        };
        return [name, { name, title, login: new OidcLogin(database, settings, fetch) }];
      }),
    );
  }

  list(): { readonly name: string; readonly title: string; readonly url: string }[] {
    return [...this.#providers.values()].map(({ name, title }) => ({ name, title, url: `${OIDC_PATH}/${name}` }));
  }

  /** @throws DomainError `resource.not_found` */
  login(name: string): OidcLogin {
    const provider = this.#providers.get(name);
    if (!provider) throw new DomainError('resource.not_found', { publicMessage: 'There is no such provider.' });
    return provider.login;
  }
}

/** Plain http is for a provider on this machine alone: in development and tests. */
function isLoopback(issuer: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(issuer).hostname);
}
