import { z } from 'zod';
import { REVEAL_LEVELS } from '#lib/kernel';
import { PAGE_SIZE_MAX, pageOf } from '../../http/page.js';

const Text = z.string().min(1).max(200);
const Time = z.iso.datetime({ offset: true });

const filters = {
  action: Text.optional().meta({ description: 'Such as `vault_token.reveal_decided`.' }),
  actorId: Text.optional().meta({ description: 'Who did it.' }),
  resourceId: Text.optional().meta({ description: 'What it was done to; a vault token finds every event about it.' }),
  requestId: Text.optional().meta({ description: 'In which request.' }),
  from: Time.optional().meta({ description: 'Recorded at or after.' }),
  until: Time.optional().meta({ description: 'Recorded before.' }),
};

const cursor = z.coerce.number().int().min(0);

export const AuditSearchQuery = z.strictObject({
  ...filters,
  order: z.enum(['newest', 'oldest']).default('newest').meta({ description: 'Which comes first.' }),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(50).meta({ description: 'At most this many.' }),
  after: cursor.optional().meta({ description: 'The `next` of the page before.' }),
});
export type AuditSearchQuery = z.infer<typeof AuditSearchQuery>;

export const AuditExportQuery = z.strictObject({
  ...filters,
  format: z
    .enum(['jsonl', 'csv'])
    .default('jsonl')
    .meta({ description: 'Only unfiltered JSON Lines can be verified.' }),
});
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

const Kind = z.string().meta({ description: 'Of what kind.' });

export const AuditEventResponse = z
  .object({
    sequence: z.int().meta({ description: 'Its place in the chain, from 1 and without gaps.' }),
    recordedAt: z.string().meta({ description: 'When it was recorded.' }),
    action: z.string().meta({ description: 'What was done: noun.verb, past tense.' }),
    actor: z
      .object({ id: z.string(), kind: Kind, onBehalfOf: z.string().optional() })
      .meta({ description: 'Who did it, and for whom.' }),
    resource: z
      .object({
        kind: Kind,
        id: z.string().optional(),
        infoType: z.string().optional(),
        collection: z.string().optional(),
      })
      .meta({ description: 'What it was done to.' }),
    purpose: z.string().optional().meta({ description: 'What for.' }),
    reason: z.string().optional().meta({ description: 'In the caller’s words, without values.' }),
    decision: z
      .object({
        allowed: z.boolean(),
        level: z.enum(REVEAL_LEVELS).optional(),
        decidedBy: z.array(z.string()),
        policyHash: z.string(),
      })
      .optional()
      .meta({ description: 'What the policies said.' }),
    requestId: z.string().meta({ description: 'In which request.' }),
    facts: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .optional()
      .meta({ description: 'Ids, counts and names of types; never a value.' }),
    hash: z.string().meta({ description: 'Of the chain up to here.' }),
  })
  .meta({ id: 'AuditEvent', description: 'Who did what to which thing, and who decided that they may.' });
export const AuditPageResponse = pageOf(AuditEventResponse, 'AuditEventPage')
  .extend({ next: z.int().nullable().meta({ description: 'The `after` of the next page; null on the last.' }) })
  .meta({ id: 'AuditEventList', description: 'One page of the audit log.' });

export const CheckpointResponse = z
  .object({
    format: z.literal('pvg-audit-checkpoint/1').meta({ description: 'The form of the checkpoint.' }),
    tenantId: z.string().meta({ description: 'Whose chain.' }),
    sequence: z.int().meta({ description: 'Its last row.' }),
    hash: z.string().meta({ description: 'The hash of that row.' }),
    issuedAt: z.string().meta({ description: 'When it was signed.' }),
    keyId: z.string().meta({ description: 'Which key verifies it.' }),
    signature: z.string().meta({ description: 'Ed25519 over the canonical JSON of the other fields, base64url.' }),
  })
  .meta({ id: 'AuditCheckpoint', description: 'A signed statement of where the chain ends. Keep it elsewhere.' });

export const SignedCheckpointResponse = z
  .object({
    checkpoint: CheckpointResponse,
    publicKey: z.string().meta({ description: 'SPKI in PEM: verifies it. Keep it apart from the database.' }),
  })
  .meta({ id: 'SignedAuditCheckpoint', description: 'A checkpoint and the key that verifies it.' });

export const VerifyAuditRequest = z
  .strictObject({
    checkpoints: z
      .array(z.string().min(1).max(4_000))
      .max(1_000)
      .default([])
      .meta({ description: 'Checkpoints as they were exported, each as JSON text.' }),
  })
  .meta({ id: 'VerifyAuditRequest', description: 'Verifies the chain, and that it is the one that was signed.' });
export type VerifyAuditRequest = z.infer<typeof VerifyAuditRequest>;

export const VerdictResponse = z
  .object({
    valid: z.boolean().meta({ description: 'Whether everything holds.' }),
    fault: z
      .object({ kind: z.string(), sequence: z.int(), checkpoint: z.int().optional() })
      .optional()
      .meta({ description: 'The first row that does not hold, and why.' }),
    rowCount: z.int().meta({ description: 'How many rows hold.' }),
    head: z.object({ sequence: z.int(), hash: z.string() }).meta({ description: 'The last row that holds.' }),
    confirmed: z.array(z.int()).meta({ description: 'The checkpoints that the chain agrees with.' }),
    unanchoredCount: z.int().meta({ description: 'Rows after the last confirmed checkpoint.' }),
  })
  .meta({ id: 'AuditVerdict', description: 'What came of verifying the chain.' });
