import { z } from 'zod';
import { UpstreamInput, UpstreamName } from '#lib/config';
import { pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';
import { Credential } from '../credential.js';

export const UpstreamNameParam = UpstreamName.meta({ description: 'The name of the upstream.' });

export const CreateUpstreamRequest = z
  .strictObject({
    settings: UpstreamInput.meta({ description: 'What it is and how it is called.' }),
    credential: Credential.optional().meta({
      description: 'The key that its API asks for. It is kept sealed and never shown again.',
      'x-sensitive': true,
    }),
  })
  .meta({ id: 'CreateUpstreamRequest', description: 'A new upstream.' });
export type CreateUpstreamRequest = z.infer<typeof CreateUpstreamRequest>;

export const ChangeUpstreamRequest = z
  .strictObject({ settings: UpstreamInput.meta({ description: 'All its settings anew; the name stays.' }) })
  .meta({
    id: 'ChangeUpstreamRequest',
    description: 'Other settings. Moved to another origin or API, the upstream loses its credential.',
  });
export type ChangeUpstreamRequest = z.infer<typeof ChangeUpstreamRequest>;

export const UpstreamCredentialRequest = z
  .strictObject({
    credential: Credential.nullable().meta({ description: 'The next key; null for none.', 'x-sensitive': true }),
  })
  .meta({ id: 'UpstreamCredentialRequest', description: 'Another credential of an upstream.' });
export type UpstreamCredentialRequest = z.infer<typeof UpstreamCredentialRequest>;

const Health = z
  .object({
    state: z
      .enum(['unknown', 'up', 'failing', 'down'])
      .meta({ description: '`down`: it failed several times in a row and is left alone for a while.' }),
    callsInFlight: z.int().meta({ description: 'Calls that it is answering.' }),
    callsWaiting: z.int().meta({ description: 'Calls that wait for their turn.' }),
    lastSuccessAt: Instant.nullable().meta({ description: 'When it last served.' }),
    lastFailureAt: Instant.nullable().meta({ description: 'When it last failed.' }),
    lastFailure: z.string().nullable().meta({ description: 'The error code or status of that failure.' }),
  })
  .meta({ id: 'UpstreamHealth', description: 'How an upstream does, as the gateway process that answers sees it.' });

export const UpstreamResponse = z
  .object({
    name: z.string().meta({ description: 'Its name.' }),
    source: z
      .enum(['tenant', 'configuration'])
      .meta({ description: 'Who set it up: the tenant here, or the operator in the configuration.' }),
    settings: UpstreamInput.meta({ description: 'What it is and how it is called.' }),
    credential: z.enum(['none', 'set', 'unreadable']).meta({ description: 'Whether it has one; never which.' }),
    credentialSetAt: Instant.nullable().meta({ description: 'When the credential was set.' }),
    health: Health,
    createdAt: Instant.nullable().meta({ description: 'When it was made; null in the configuration.' }),
    changedAt: Instant.nullable().meta({ description: 'When it was last changed.' }),
    etag: z.string().nullable().meta({ description: 'For If-Match; null for what cannot be changed here.' }),
  })
  .meta({ id: 'Upstream', description: 'A model API that de-identified requests go to.' });
export const UpstreamList = pageOf(UpstreamResponse, 'UpstreamList');

export const UpstreamTestResponse = z
  .object({
    ok: z.boolean().meta({ description: 'Whether it answered with a list of models.' }),
    status: z.int().nullable().meta({ description: 'The status it answered with.' }),
    code: z.string().nullable().meta({ description: 'The error code when it could not be asked.' }),
    detail: z.string().nullable().meta({ description: 'What that means.' }),
    durationMs: z.number().meta({ description: 'How long the answer took, in milliseconds.' }),
  })
  .meta({
    id: 'UpstreamTest',
    description: 'The outcome of asking an upstream for its models. Nothing of its answer.',
  });
