import { z } from 'zod';
import { pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';

export const PrincipalId = z
  .string()
  .regex(/^[^\p{C}]{1,200}$/u, { message: 'must be an id of at most 200 characters' })
  .meta({ description: 'The id of a principal, unique in the tenant.' });
export const GroupId = PrincipalId.meta({ description: 'The id of a group.' });
const Names = z.array(z.string().min(1).max(200)).max(200);

const lists = {
  roles: Names.meta({ description: 'The roles it has itself.' }),
  groups: Names.meta({ description: 'The groups it is in.' }),
  purposes: Names.meta({ description: 'The purposes its requests may name; `*` is any.' }),
  collections: Names.meta({ description: 'The collections its requests may name; `*` is any.' }),
};
const Attributes = z
  .record(z.string().min(1).max(64), z.string().max(200))
  .meta({ description: 'What conditions read as `principal.<name>`.' });
const DisplayName = z.string().max(200).meta({ description: 'What people call it.' });

export const CreatePrincipalRequest = z
  .strictObject({
    id: PrincipalId,
    kind: z.enum(['user', 'service']).meta({ description: 'A person, or a program.' }),
    displayName: DisplayName.optional(),
    roles: lists.roles.optional(),
    groups: lists.groups.optional(),
    purposes: lists.purposes.optional(),
    collections: lists.collections.optional(),
    attributes: Attributes.optional(),
  })
  .meta({ id: 'CreatePrincipalRequest', description: 'Somebody who may then get keys.' });
export type CreatePrincipalRequest = z.infer<typeof CreatePrincipalRequest>;

export const UpdatePrincipalRequest = z
  .strictObject({
    displayName: DisplayName.optional(),
    state: z.enum(['active', 'disabled']).optional().meta({ description: 'A disabled one cannot authenticate.' }),
    roles: lists.roles.optional(),
    groups: lists.groups.optional(),
    purposes: lists.purposes.optional(),
    collections: lists.collections.optional(),
    attributes: Attributes.optional(),
  })
  .meta({ id: 'UpdatePrincipalRequest', description: 'What changes; what is absent stays.' });
export type UpdatePrincipalRequest = z.infer<typeof UpdatePrincipalRequest>;

export const PrincipalResponse = z
  .object({
    id: PrincipalId,
    kind: z.enum(['user', 'service', 'tool', 'model']).meta({ description: 'What it is.' }),
    displayName: DisplayName,
    state: z.enum(['active', 'disabled']).meta({ description: 'Whether it can authenticate.' }),
    ...lists,
    attributes: Attributes,
    etag: z.string().meta({ description: 'For If-Match.' }),
  })
  .meta({ id: 'Principal', description: 'A principal as it is stored: without what groups and grants add.' });
export const PrincipalList = pageOf(PrincipalResponse, 'PrincipalList');

const groupFields = {
  roles: Names.meta({ description: 'The roles of its members.' }),
  parents: Names.meta({ description: 'Groups whose roles its members have too.' }),
  purposes: Names.meta({ description: 'The purposes that its members may name.' }),
  collections: Names.meta({ description: 'The collections that its members may name.' }),
};
export const PutGroupRequest = z
  .strictObject(groupFields)
  .meta({ id: 'PutGroupRequest', description: 'What membership of the group gives.' });
export type PutGroupRequest = z.infer<typeof PutGroupRequest>;
export const GroupList = pageOf(
  z.object({ id: GroupId, ...groupFields }).meta({ id: 'Group', description: 'A group of principals.' }),
  'GroupList',
);

export const PutClaimRuleRequest = z
  .strictObject({
    issuer: PrincipalId.meta({ description: 'The configured name of the issuer.' }),
    claim: PrincipalId.meta({ description: 'The claim; a dot reaches into an object.' }),
    value: PrincipalId.meta({ description: 'The text that the claim must hold.' }),
    groups: Names.meta({ description: 'The groups that it leads to.' }),
  })
  .meta({ id: 'PutClaimRuleRequest', description: 'Which claim of an identity provider leads to which groups.' });
export type PutClaimRuleRequest = z.infer<typeof PutClaimRuleRequest>;
export const ClaimRuleId = z.uuid().meta({ description: 'The id of a claim rule.' });
export const ClaimRuleList = pageOf(
  z
    .object({
      id: ClaimRuleId,
      issuer: PrincipalId.meta({ description: 'The configured name of the issuer.' }),
      claim: PrincipalId.meta({ description: 'The claim; a dot reaches into an object.' }),
      value: PrincipalId.meta({ description: 'The text that the claim must hold.' }),
      groups: Names.meta({ description: 'The groups that it leads to.' }),
    })
    .meta({ id: 'ClaimRule', description: 'A claim of an identity provider, and the groups that it leads to.' }),
  'ClaimRuleList',
);

export const PutRoleRequest = z
  .strictObject({ description: z.string().max(500).meta({ description: 'What the role is for.' }) })
  .meta({ id: 'PutRoleRequest', description: 'A role. It gives nothing until a policy names it.' });
export type PutRoleRequest = z.infer<typeof PutRoleRequest>;
export const RoleResponse = z
  .object({
    id: z.string().meta({ description: 'The id of the role, a slug.' }),
    description: z.string().meta({ description: 'What it is for.' }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
  })
  .meta({ id: 'Role', description: 'A role that principals can have and policies name.' });
export const RoleList = pageOf(RoleResponse, 'RoleList');
