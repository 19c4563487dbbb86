import { z } from 'zod';
import { PASSWORD_LENGTH_MAX } from '#lib/identity';
import { isSlug } from '#lib/kernel';
import { Instant } from '../http/responds.js';

export const Password = z
  .string()
  .min(1)
  .max(PASSWORD_LENGTH_MAX)
  .meta({ description: 'A password.', 'x-sensitive': true });
const Code = z
  .string()
  .regex(/^\d{6}$/, { message: 'must be six digits' })
  .meta({ description: 'The code of the authenticator app.', 'x-sensitive': true });
const Tenant = z
  .string()
  .refine(isSlug, { message: 'must be the id of a tenant' })
  .default('default')
  .meta({ description: 'Whose people to look among.' });
const Name = z.string().min(1).max(200).meta({ description: 'The id of the principal.' });

/** One object with both ways, since a union would answer a misspelt field of one way with the other's errors. */
export const SignInRequest = z
  .strictObject({
    tenant: Tenant,
    name: Name.optional(),
    password: Password.optional(),
    code: Code.optional(),
    key: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'An API key instead of name and password.', 'x-sensitive': true }),
  })
  .refine(
    ({ name, password, code, key }) =>
      key === undefined
        ? name !== undefined && password !== undefined
        : name === undefined && password === undefined && code === undefined,
    { message: 'takes a name and a password (and a code), or a key' },
  )
  .meta({ id: 'SignInRequest', description: 'Opens a session.' });
export type SignInRequest = z.infer<typeof SignInRequest>;

export const StepUpRequest = z.strictObject({ password: Password.optional(), code: Code.optional() }).meta({
  id: 'StepUpRequest',
  description: 'Proves again who is there: a code where an app is set up, else a password.',
});
export type StepUpRequest = z.infer<typeof StepUpRequest>;

export const SetPasswordRequest = z
  .strictObject({ password: Password })
  .meta({ id: 'SetPasswordRequest', description: 'A new password of one’s own.' });
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>;

export const NothingAsked = z.strictObject({}).meta({ id: 'NothingAsked', description: 'An empty object.' });

export const ConfirmTotpRequest = z
  .strictObject({ code: Code })
  .meta({ id: 'ConfirmTotpRequest', description: 'Proves that the app holds the secret.' });
export type ConfirmTotpRequest = z.infer<typeof ConfirmTotpRequest>;

export const TotpResponse = z
  .object({
    secret: z.string().meta({ description: 'For the app, in base32; shown this once.', 'x-sensitive': true }),
    uri: z.string().meta({ description: 'The same as a Key URI, for a QR code.', 'x-sensitive': true }),
  })
  .meta({ id: 'TotpSecret', description: 'What an authenticator app needs. It counts once a code confirmed it.' });

export const RedeemInvitationRequest = z
  .strictObject({
    token: z.string().min(1).max(200).meta({ description: 'The invitation.', 'x-sensitive': true }),
    password: Password,
  })
  .meta({ id: 'RedeemInvitationRequest', description: 'Chooses a password by an invitation.' });
export type RedeemInvitationRequest = z.infer<typeof RedeemInvitationRequest>;

export const InvitationResponse = z
  .object({
    token: z.string().meta({ description: 'To be handed to the person, shown this once.', 'x-sensitive': true }),
    expiresAt: Instant.meta({ description: 'When it ends.' }),
  })
  .meta({ id: 'SignInInvitation', description: 'Lets one person choose a password, once.' });

export const SignInOptions = z
  .object({
    setupNeeded: z.boolean().meta({ description: 'There is no administrator yet: ask for the setup token.' }),
    password: z.boolean().meta({ description: 'Whether people can sign in with a name and password.' }),
    providers: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'The configured name.' }),
            title: z.string().meta({ description: 'What a button says.' }),
            url: z.string().meta({ description: 'Where the button leads: a path of the gateway.' }),
          })
          .meta({ id: 'SignInProvider', description: 'An OpenID provider.' }),
      )
      .meta({ description: 'OpenID providers to sign in at.' }),
  })
  .meta({ id: 'SignInOptions', description: 'The ways in.' });

export const SessionResponse = z
  .object({
    principal: z
      .object({
        id: z.string().meta({ description: 'Who is signed in.' }),
        kind: z.enum(['user', 'service', 'tool', 'model']).meta({ description: 'What it is.' }),
        displayName: z.string().meta({ description: 'What people call it.' }),
        tenantId: z.string().meta({ description: 'Whose data it is about.' }),
        roles: z.array(z.string()).meta({ description: 'Its roles, groups and grants included.' }),
        groups: z.array(z.string()).meta({ description: 'Its groups.' }),
        purposes: z.array(z.string()).meta({ description: 'The purposes it may name; `*` is any.' }),
        collections: z.array(z.string()).meta({ description: 'The collections it may name; `*` is any.' }),
      })
      .meta({ id: 'SessionPrincipal', description: 'Who is signed in.' }),
    permissions: z.array(z.string()).meta({
      description: 'Actions that are allowed now, somewhere in the tenant. Hints: each request is decided anew.',
    }),
    conditionalPermissions: z.array(z.string()).meta({
      description: 'Actions that could be allowed if something were given: a purpose, a reason, a second factor.',
    }),
    method: z.enum(['password', 'key', 'oidc', 'setup']).meta({ description: 'How the session began.' }),
    mfa: z.boolean().meta({ description: 'Whether a second factor was proved: `ctx.mfa`.' }),
    password: z.boolean().meta({ description: 'Whether there is a password of one’s own.' }),
    secondFactor: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
    authenticatedAt: Instant.meta({ description: 'When the person last proved who it is.' }),
    expiresAt: Instant.meta({ description: 'When the session ends in any case.' }),
    idleSeconds: z.int().meta({ description: 'It ends after this long without a request.' }),
    csrfToken: z.string().meta({ description: 'For the header x-pvg-csrf of every change.', 'x-sensitive': true }),
  })
  .meta({ id: 'Session', description: 'The session of the cookie.' });
