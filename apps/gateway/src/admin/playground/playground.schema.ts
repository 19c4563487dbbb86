import { z } from 'zod';
import { REVEAL_LEVELS } from '#lib/kernel';
import { CollectionId } from '../../privacy/privacy.schema.js';
import { PolicyChoice } from '../simulation/simulation.schema.js';

const TEXT_LENGTH_MAX = 20_000;
const ROLES_MAX = 8;
const Name = z.string().min(1).max(256);

export const PlaygroundRequest = z
  .strictObject({
    text: z
      .string()
      .min(1)
      .max(TEXT_LENGTH_MAX)
      .meta({ description: 'What somebody writes to a model.', 'x-sensitive': true }),
    roles: z.array(Name).min(1).max(ROLES_MAX).meta({ description: 'As whom to read the answer.' }),
    collection: CollectionId.default('default').meta({ description: 'Where its values are kept.' }),
    model: Name.optional().meta({ description: 'Which model; absent: the first there is.' }),
    send: z.boolean().default(false).meta({
      description:
        'Whether the model is asked. Otherwise nothing leaves, and the text itself is read back by each role.',
    }),
    purpose: Name.optional().meta({ description: 'The purpose that the readers name.' }),
    suppliedByReader: z.boolean().default(true).meta({
      description: 'Whether each reader wrote the text himself: `ctx.suppliedByCaller`. Otherwise somebody else did.',
    }),
    policy: PolicyChoice.optional().meta({ description: 'Absent: the policies in force.' }),
  })
  .meta({ id: 'PlaygroundRequest', description: 'A text to follow through the gateway.' });
export type PlaygroundRequest = z.infer<typeof PlaygroundRequest>;

const Offset = z.int().meta({ description: 'In UTF-16 code units of the text.' });

const PlaygroundFinding = z
  .object({
    start: Offset,
    end: Offset,
    type: z.string().meta({ description: 'The info type.' }),
    score: z.number().meta({ description: 'From 0 to 1.' }),
    recognizer: z.string().meta({ description: 'What found it.' }),
    explanation: z
      .object({
        pattern: z.string().optional(),
        validation: z.string(),
        context: z.array(z.string()),
        path: z.array(z.object({ reason: z.string(), score: z.number() })),
      })
      .meta({ description: 'Why: rule, check, context words, and how the score came about.' }),
    leavesAs: z.string().meta({ description: 'What stands for the value in what leaves.' }),
    token: z.string().nullable().meta({ description: 'Its vault token; null where nothing of the value is kept.' }),
  })
  .meta({ id: 'PlaygroundFinding', description: 'A value that was found, why, and what leaves for it.' });

const PlaygroundSegment = z
  .object({
    text: z.string().meta({ description: 'What this reader sees.', 'x-sensitive': true }),
    value: z
      .object({ token: z.string(), type: z.string(), level: z.enum(REVEAL_LEVELS), decidedBy: z.array(z.string()) })
      .optional()
      .meta({ description: 'Where a value stood: its level for this reader, and the statements that decided it.' }),
  })
  .meta({ id: 'PlaygroundSegment', description: 'A piece of an answer.' });

export const PlaygroundResponse = z
  .object({
    policyHash: z.string().meta({ description: 'The policies that decided what readers see.' }),
    findings: z.array(PlaygroundFinding).meta({ description: 'What was found, in order.' }),
    upstream: z.string().meta({ description: 'Which upstream the model is at.' }),
    model: z.string().meta({ description: 'Which model.' }),
    path: z.string().meta({ description: 'Where the payload goes, below the upstream’s address.' }),
    payload: z.string().meta({ description: 'The exact body that leaves.' }),
    sent: z.boolean().meta({ description: 'Whether it was sent.' }),
    answer: z.string().meta({ description: 'What the model wrote, or the text as it would leave.' }),
    views: z
      .array(
        z
          .object({
            role: z.string().meta({ description: 'Who reads.' }),
            segments: z.array(PlaygroundSegment).meta({ description: 'The answer as that one reads it.' }),
          })
          .meta({
            id: 'PlaygroundView',
            description: 'The answer as one role gets it.',
          }),
      )
      .meta({ description: 'The same answer for each role.' }),
  })
  .meta({ id: 'PlaygroundRun', description: 'One text on its way out and back, for several readers.' });
