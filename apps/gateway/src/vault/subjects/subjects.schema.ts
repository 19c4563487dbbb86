import { z } from 'zod';
import type { RevealLevel } from '#lib/kernel';
import { PageQuery, pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';
import { SubjectId } from '../vault.schema.js';

const Token = z.string().min(1).max(64);

export const CreateSubjectRequest = z
  .strictObject({ id: SubjectId.optional().meta({ description: 'Absent: one is made up.' }) })
  .meta({ id: 'CreateSubjectRequest', description: 'A person whose values belong together.' });
export type CreateSubjectRequest = z.infer<typeof CreateSubjectRequest>;

export const SubjectResponse = z
  .object({
    id: SubjectId,
    state: z.enum(['active', 'erased']).meta({ description: 'Whether it was erased.' }),
    holdReason: z.string().nullable().meta({ description: 'Why it must be kept; null when it may be erased.' }),
    erasureRequestedBy: z
      .string()
      .nullable()
      .meta({ description: 'Who asked for its erasure, which somebody else then does; null when nobody did.' }),
    values: z.int().meta({ description: 'How many values are linked to it.' }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
    erasedAt: Instant.nullable().meta({ description: 'When it was erased.' }),
  })
  .meta({ id: 'Subject', description: 'A data subject. Holds no values.' });
export const SubjectList = pageOf(SubjectResponse, 'SubjectList');

export const LinkRequest = z
  .strictObject({ tokens: z.array(Token).min(1).max(1_000).meta({ description: 'Vault tokens.' }) })
  .meta({ id: 'LinkRequest', description: 'The values that are linked to a subject, or no longer are.' });
export type LinkRequest = z.infer<typeof LinkRequest>;
export const LinkResponse = z
  .object({ tokens: z.array(z.string()).meta({ description: 'Those that could be; unknown ones are left out.' }) })
  .meta({ id: 'LinkResponse', description: 'What was linked or unlinked.' });

export const ProposeRequest = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          token: Token,
          value: z.string().min(1).max(1_000).optional().meta({
            description: 'The value, as the caller knows it, for rules that compare names. It is not stored.',
            'x-sensitive': true,
          }),
          record: z.string().min(1).max(200).optional().meta({ description: 'The row or form it stood in.' }),
          document: z.string().min(1).max(200).optional().meta({ description: 'The document it stood in.' }),
        }),
      )
      .min(2)
      .max(500)
      .meta({ description: 'Values as they were met, and where.' }),
  })
  .meta({ id: 'ProposeLinksRequest', description: 'Looks for values that may be one person’s.' });
export type ProposeRequest = z.infer<typeof ProposeRequest>;
export const ProposeResponse = z
  .object({ proposed: z.int().meta({ description: 'How many pairs are new or more certain than before.' }) })
  .meta({ id: 'ProposeLinksResponse', description: 'How many proposals were made.' });

export const ProposalsQuery = z.strictObject({ limit: PageQuery.shape.limit });
export type ProposalsQuery = z.infer<typeof ProposalsQuery>;
export const ProposalList = z
  .object({
    items: z
      .array(
        z.object({
          id: z.string(),
          tokens: z.array(z.string()),
          rule: z.string(),
          confidence: z.number(),
          state: z.string(),
        }),
      )
      .meta({ description: 'Open proposals, the most confident first.' }),
  })
  .meta({ id: 'LinkProposalList', description: 'Pairs of values that may be one person’s. Tokens only.' });

export const ProposalId = z.uuid().meta({ description: 'The id of a proposal.' });
export const ConfirmRequest = z
  .strictObject({ subjectId: SubjectId.optional().meta({ description: 'Absent: the one that either belongs to.' }) })
  .meta({ id: 'ConfirmLinkRequest', description: 'Links both values of a proposal.' });
export type ConfirmRequest = z.infer<typeof ConfirmRequest>;
export const ConfirmResponse = z
  .object({ subjectId: SubjectId })
  .meta({ id: 'ConfirmLinkResponse', description: 'The subject that both values now belong to.' });

export const HoldRequest = z
  .strictObject({ reason: z.string().min(1).max(500).meta({ description: 'Why it must be kept. No personal data.' }) })
  .meta({ id: 'HoldRequest', description: 'Forbids the erasure of a subject.' });
export type HoldRequest = z.infer<typeof HoldRequest>;

export const EraseRequest = z
  .strictObject({ confirm: SubjectId.meta({ description: 'The id of the subject once more: this cannot be undone.' }) })
  .meta({ id: 'EraseRequest', description: 'Erases everything of a subject from the database that serves.' });
export type EraseRequest = z.infer<typeof EraseRequest>;
export const CompleteErasureRequest = z
  .strictObject({
    backupsExpired: z
      .boolean()
      .default(false)
      .meta({ description: 'The last backup that holds the keys has expired.' }),
  })
  .meta({ id: 'CompleteErasureRequest', description: 'Asks for the certificate that no backup opens the values.' });
export type CompleteErasureRequest = z.infer<typeof CompleteErasureRequest>;

export const CertificateResponse = z
  .object({
    statement: z
      .object({
        version: z.literal(1),
        tenantId: z.string(),
        subjectId: z.string(),
        stage: z.enum(['live', 'backups']),
        at: z.string(),
        valuesErased: z.int(),
        exclusions: z.array(z.string()),
        kekVersions: z.array(z.int()),
        because: z.string().optional(),
        ledger: z.object({ seq: z.int(), hash: z.string() }),
      })
      .meta({ description: 'What is certified; exclusions are values that other subjects share.' }),
    jws: z.string().meta({ description: 'The same, signed: a JWS in compact form (RFC 7515), EdDSA.' }),
  })
  .meta({ id: 'ErasureCertificate', description: 'A signed statement of an erasure; it verifies offline.' });

export const CertificateKeyResponse = z
  .object({
    kty: z.string().meta({ description: 'The type of the key.' }),
    crv: z.string().optional().meta({ description: 'The curve.' }),
    x: z.string().optional().meta({ description: 'The public key.' }),
  })
  .meta({ id: 'CertificateKey', description: 'The public key (RFC 7517) that verifies certificates of erasure.' });

export const ExportQuery = z.strictObject({
  format: z.enum(['json', 'csv']).default('json').meta({ description: 'A JSON array, or CSV for spreadsheets.' }),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** One value of an export, as far as the caller may see it. */
export interface ExportedItem {
  readonly token: string;
  readonly type: string;
  readonly level: RevealLevel;
  readonly value: string | null;
  readonly collection: string;
  readonly origins: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly shared: boolean;
}
