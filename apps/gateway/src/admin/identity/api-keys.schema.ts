import { z } from 'zod';
import { OVERLAP_MS_MAX } from '#lib/identity';
import { PageQuery, pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';
import { PrincipalId } from './principals.schema.js';

export const KeyPrefix = z
  .string()
  .regex(/^[a-z0-9]{12}$/, { message: 'must be the prefix of a key' })
  .meta({ description: 'The part of the key that names it.' });
const Scopes = z.array(z.string().min(1).max(64)).min(1).max(64);
const ExpiresAt = z.iso.datetime({ offset: true }).meta({ description: 'When the key ends.' });

export const KeysQuery = PageQuery.extend({ principalId: PrincipalId.optional() });
export type KeysQuery = z.infer<typeof KeysQuery>;

export const CreateKeyRequest = z
  .strictObject({
    principalId: PrincipalId.meta({ description: 'Whose key it is.' }),
    name: z.string().max(200).optional().meta({ description: 'What it is for.' }),
    scopes: Scopes.optional().meta({ description: 'Action patterns such as `vault:*`; absent: all its owner may.' }),
    expiresAt: ExpiresAt.optional(),
  })
  .meta({ id: 'CreateApiKeyRequest', description: 'A new key of a principal.' });
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;

export const RotateKeyRequest = z
  .strictObject({
    overlapMs: z.int().min(0).max(OVERLAP_MS_MAX).meta({ description: 'How long the old key stays valid beside it.' }),
    expiresAt: ExpiresAt.optional(),
  })
  .meta({ id: 'RotateApiKeyRequest', description: 'A successor of a key.' });
export type RotateKeyRequest = z.infer<typeof RotateKeyRequest>;

export const KeyResponse = z
  .object({
    prefix: KeyPrefix,
    principalId: PrincipalId.meta({ description: 'Whose key it is.' }),
    name: z.string().meta({ description: 'What it is for.' }),
    scopes: z.array(z.string()).meta({ description: 'What it is limited to.' }),
    createdBy: z.string().meta({ description: 'Who made it.' }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
    expiresAt: Instant.nullable().meta({ description: 'When it ends.' }),
    revokedAt: Instant.nullable().meta({ description: 'When it was revoked.' }),
    replacedBy: z.string().nullable().meta({ description: 'The prefix of its successor.' }),
    lastUsedAt: Instant.nullable().meta({ description: 'When it was last used, to the minute.' }),
  })
  .meta({ id: 'ApiKey', description: 'What can be shown of a key: everything but its secret.' });
export const KeyList = pageOf(KeyResponse, 'ApiKeyList');

export const CreatedKeyResponse = KeyResponse.extend({
  key: z.string().meta({ description: 'The key itself, shown this once.', 'x-sensitive': true }),
}).meta({ id: 'CreatedApiKey', description: 'A new key, with the secret that nobody sees again.' });
