import { z } from 'zod';
import { Password, SessionResponse } from '../../session/session.schema.js';

export const SetupRequest = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'The setup token from the log of the first start.', 'x-sensitive': true }),
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._@-]{0,99}$/i, { message: 'must be letters, digits and ._@-, at most 100' })
      .meta({ description: 'The id of the first administrator.' }),
    displayName: z.string().max(200).optional().meta({ description: 'What people call him.' }),
    password: Password.optional().meta({
      description: 'To sign in with from now on; without one there is a key.',
      'x-sensitive': true,
    }),
  })
  .meta({ id: 'SetupRequest', description: 'Makes the first administrator, once.' });
export type SetupRequest = z.infer<typeof SetupRequest>;

export const SetupResponse = z
  .object({
    principalId: z.string().meta({ description: 'The id of the first administrator.' }),
    key: z
      .string()
      .optional()
      .meta({ description: 'His API key, shown this once, if he has no password.', 'x-sensitive': true }),
    session: SessionResponse.optional().meta({ description: 'The session of one who has a password.' }),
  })
  .meta({ id: 'SetupResponse', description: 'The first administrator and his way in.' });
