import { z } from 'zod';
import { httpUrl } from './upstream-settings.js';

const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);

/** What issuers of JWTs and providers of sign-ins have in common. */
const identityProvider = {
  /** The first part of its principals' ids (`<name>:<sub>`), and what claim rules name. */
  name: slug,
  tenant: slug.default('default'),
  algorithms: z
    .array(z.enum(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']))
    .min(1)
    .optional(),
  /** Attributes of its principals from claims: `{ department: dept }`. */
  attributes: z.record(z.string().min(1), z.string().min(1)).default({}),
  /** Which values of `amr` (RFC 8176 §2) and `acr` say that a second factor was proved: what `ctx.mfa` is. */
  mfa: z
    .strictObject({
      amr: z.array(z.string().min(1)).default(['mfa']),
      acr: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
};

/** One issuer of JWTs whose tokens authenticate requests. */
export const JwtIssuerSettings = z
  .strictObject({
    ...identityProvider,
    /** Compared exactly with `iss`. */
    issuer: z.string().min(1),
    audience: z.string().min(1),
    jwksUri: httpUrl,
    clockSkewSeconds: z.number().int().min(0).max(120).optional(),
  })
  .meta({ id: 'JwtIssuerSettings' });

/** One OpenID provider that people sign in at; the gateway is its client. */
export const OidcProviderSettings = z
  .strictObject({
    ...identityProvider,
    /** What the button of the sign-in page says; absent: the name. */
    title: z.string().min(1).max(80).optional(),
    /** Where its discovery document is; compared exactly with `iss`. */
    issuer: httpUrl,
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    scope: z
      .string()
      .refine((value) => value.split(' ').includes('openid'), { message: 'must hold openid' })
      .default('openid profile email'),
  })
  .meta({ id: 'OidcProviderSettings' });

/** The settings of identity, beside those that name a process. */
export const identitySettings = {
  jwtIssuer: z.string().min(1).optional(),
  jwtAudience: z.string().min(1).optional(),
  jwtJwksUri: httpUrl.optional(),
  jwtIssuers: z.array(JwtIssuerSettings).default([]),
  /** The origin at which browsers reach the gateway. */
  publicUrl: httpUrl
    .refine((value) => `${new URL(value).origin}/` === new URL(value).href, {
      message: 'must be an origin, without a path',
    })
    .optional(),
  oidcIssuer: httpUrl.optional(),
  oidcClientId: z.string().min(1).optional(),
  oidcClientSecret: z.string().min(1).optional(),
  oidcProviders: z.array(OidcProviderSettings).default([]),
} as const;
