import { z } from 'zod';
import { isSlug } from '#lib/kernel';
import { pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';
import { PrincipalId } from './principals.schema.js';

export const GrantId = z.uuid().meta({ description: 'The id of a grant.' });
const RoleId = z.string().refine(isSlug, { message: 'must be the id of a role' });

const asked = {
  role: RoleId.meta({ description: 'The role that is asked for.' }),
  reason: z.string().min(1).max(500).meta({ description: 'Why. No personal data.' }),
  durationSeconds: z.int().meta({ description: 'For how long, from the approval on.' }),
};

export const RequestGrantRequest = z
  .strictObject({ principalId: PrincipalId.meta({ description: 'For whom.' }), ...asked })
  .meta({ id: 'RequestGrantRequest', description: 'Asks for a role for a time.' });
export type RequestGrantRequest = z.infer<typeof RequestGrantRequest>;

export const BreakGlassRequest = z
  .strictObject(asked)
  .meta({ id: 'BreakGlassRequest', description: 'Takes a role for oneself, at once, for an hour at most.' });
export type BreakGlassRequest = z.infer<typeof BreakGlassRequest>;

export const GrantResponse = z
  .object({
    id: GrantId,
    principalId: z.string().meta({ description: 'Who gets the role.' }),
    ...asked,
    breakGlass: z.boolean().meta({ description: 'Whether it came without an approval.' }),
    state: z
      .enum(['pending', 'active', 'rejected', 'revoked', 'expired'])
      .meta({ description: 'Where in its life the grant is.' }),
    requestedBy: z.string().meta({ description: 'Who asked.' }),
    decidedBy: z.string().nullable().meta({ description: 'Who approved, rejected or revoked it.' }),
    requestedAt: Instant.meta({ description: 'When it was asked for.' }),
    expiresAt: Instant.nullable().meta({ description: 'When it ends by itself.' }),
  })
  .meta({ id: 'AccessGrant', description: 'A role for a time, with a reason.' });
export const GrantList = pageOf(GrantResponse, 'AccessGrantList');
