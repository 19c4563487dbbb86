import { z } from 'zod';
import { Instant } from '../../http/responds.js';

export const KekVersion = z.coerce.number().int().min(1).meta({ description: 'A version of the key-encryption key.' });

export const RotationId = z.uuid().meta({ description: 'The id of a rotation.' });

const Kind = z.enum(['kek', 'data', 'index', 'search']);

export const RotateKeysRequest = z
  .strictObject({
    kind: Kind.default('kek').meta({
      description:
        'What is rotated: the key that wraps keys, those that encrypt, the one that finds; `search` fills search indexes.',
    }),
    reason: z
      .enum(['scheduled', 'compromise'])
      .default('scheduled')
      .meta({ description: 'After a compromise the old key is destroyed as soon as nothing is under it.' }),
  })
  .meta({ id: 'RotateKeysRequest', description: 'Begins a rotation; the work goes on in the background.' });
export type RotateKeysRequest = z.infer<typeof RotateKeysRequest>;

export const RotationResponse = z
  .object({
    id: z.string().meta({ description: 'The id of the rotation.' }),
    kind: Kind.meta({ description: 'What is rotated.' }),
    state: z.enum(['running', 'paused', 'done']).meta({ description: 'Whether there is work left.' }),
    reason: z.enum(['scheduled', 'compromise']).meta({ description: 'Why.' }),
    fromVersion: z.int().nullable().meta({ description: 'The version before.' }),
    toVersion: z.int().nullable().meta({ description: 'The version after.' }),
    rowsTotal: z.int().meta({ description: 'How many rows there were to do when it began.' }),
    rowsDone: z.int().meta({ description: 'How many are done.' }),
    startedAt: Instant.meta({ description: 'When it began.' }),
    updatedAt: Instant.meta({ description: 'When it last moved.' }),
  })
  .meta({ id: 'KeyRotation', description: 'A rotation and how far it is.' });

const Opens = z.boolean().nullable().meta({ description: 'Whether it opens its canary; null once it is gone.' });

export const KeyStatusResponse = z
  .object({
    provider: z.string().meta({ description: 'Who guards the root keys.' }),
    destroysSlots: z.boolean().meta({ description: 'Whether a destroyed key is gone outside the database too.' }),
    fingerprints: z
      .object({ encryption: z.string(), index: z.string() })
      .meta({ description: 'Of the root keys; they tell which key it is and nothing about it.' }),
    keks: z
      .array(
        z.object({
          version: z.int(),
          slot: z.string(),
          state: z.string(),
          rows: z.int(),
          createdAt: Instant,
          opens: Opens,
        }),
      )
      .meta({ description: 'The key-encryption keys, by version, and how many keys each wraps.' }),
    indexKeys: z
      .array(z.object({ version: z.int(), state: z.string(), opens: Opens }))
      .meta({ description: 'The keys that find equal values.' }),
    dataKeys: z
      .object({ active: z.int(), retiring: z.int(), encryptionsMax: z.number() })
      .meta({ description: 'The keys that encrypt values, and how often the most used one was used.' }),
    rotations: z.array(RotationResponse).meta({ description: 'Running ones first, then the newest.' }),
  })
  .meta({ id: 'KeyStatus', description: 'What the tenant’s keys are, and whether each still opens its canary.' });

export const RotationList = z
  .object({ items: z.array(RotationResponse).meta({ description: 'Running ones first, then the newest.' }) })
  .meta({ id: 'KeyRotationList', description: 'The rotations of the tenant.' });
