import type { z } from 'zod';
import { DomainError, Secret } from '#lib/kernel';
import { JwtIssuerSettings, OidcProviderSettings } from './identity-settings.js';
import type { Settings } from './schema.js';

/** An issuer whose JWTs authenticate requests. */
export type JwtIssuerConfig = z.infer<typeof JwtIssuerSettings>;

/** An OpenID provider that people sign in at. */
export interface OidcProviderConfig extends Omit<z.infer<typeof OidcProviderSettings>, 'clientSecret'> {
  readonly clientSecret?: Secret<string>;
}

type Given = z.infer<typeof Settings>;

/** The issuers of the file and the one of the environment. Throws `config.invalid`. */
export function jwtIssuersOf({ jwtIssuer, jwtAudience, jwtJwksUri, jwtIssuers }: Given): readonly JwtIssuerConfig[] {
  const given = [jwtIssuer, jwtAudience, jwtJwksUri].filter((one) => one !== undefined).length;
  if (given !== 0 && given !== 3) {
    throw invalid('PVG_JWT_ISSUER, PVG_JWT_AUDIENCE and PVG_JWT_JWKS_URI are set together or not at all');
  }
  const own =
    given === 0
      ? []
      : [JwtIssuerSettings.parse({ name: 'jwt', issuer: jwtIssuer, audience: jwtAudience, jwksUri: jwtJwksUri })];
  return Object.freeze(distinct('jwtIssuers', [...own, ...jwtIssuers]));
}

/** The OpenID providers of the file and the one of the environment. Throws `config.invalid`. */
export function oidcProvidersOf(settings: Given): readonly OidcProviderConfig[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcProviders } = settings;
  if ((oidcIssuer === undefined) !== (oidcClientId === undefined)) {
    throw invalid('PVG_OIDC_ISSUER and PVG_OIDC_CLIENT_ID are set together or not at all');
  }
  if (oidcClientSecret !== undefined && oidcIssuer === undefined) {
    throw invalid('PVG_OIDC_CLIENT_SECRET is set but PVG_OIDC_ISSUER is not');
  }
  const own =
    oidcIssuer === undefined
      ? []
      : [
          OidcProviderSettings.parse({
            name: 'oidc',
            issuer: oidcIssuer,
            clientId: oidcClientId,
            clientSecret: oidcClientSecret,
          }),
        ];
  const all = distinct('oidcProviders', [...own, ...oidcProviders]);
  if (all.length > 0 && settings.publicUrl === undefined) {
    throw invalid('PVG_PUBLIC_URL must say where browsers reach the gateway, since an OpenID provider sends them back');
  }
  const withSecret = ({ clientSecret, ...rest }: z.infer<typeof OidcProviderSettings>): OidcProviderConfig =>
    Object.freeze({ ...rest, ...(clientSecret !== undefined && { clientSecret: new Secret(clientSecret) }) });
  return Object.freeze(all.map(withSecret));
}

function distinct<T extends { readonly name: string; readonly issuer: string }>(setting: string, all: T[]): T[] {
  for (const key of ['name', 'issuer'] as const) {
    if (new Set(all.map((one) => one[key])).size !== all.length)
      throw invalid(`${setting} have two of the same ${key}`);
  }
  return all;
}

function invalid(problem: string): DomainError {
  return new DomainError('config.invalid', { publicMessage: `Bad configuration: ${problem}.` });
}
