import { z } from 'zod';
import { REVEAL_LEVELS } from '#lib/kernel';
import { Instant } from '../../http/responds.js';
import { AuditEventResponse } from '../audit/audit.schema.js';

const HOURS_MAX = 24 * 31;
const Count = z.int().min(0);

export const ActivityQuery = z.strictObject({
  hours: z.coerce.number().int().min(1).max(HOURS_MAX).default(24).meta({ description: 'How far back.' }),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** What an administrator does first, and the action that tells that it was done. */
export const FIRST_STEPS = {
  text: 'values.tokenized',
  person: 'person.invited',
  key: 'api_key.created',
  policy: 'policy_version.activated',
  audit: 'audit_log.verified',
} as const;

const Done = z.boolean().meta({ description: 'Whether it was ever done.' });

export const ActivityResponse = z
  .object({
    since: Instant.meta({ description: 'Counted from here on.' }),
    eventCount: Count.meta({ description: 'How many events were counted.' }),
    complete: z.boolean().meta({ description: 'False when there were more: only the newest are counted.' }),
    requestCount: Count.meta({ description: 'Requests that left an event.' }),
    callerCount: Count.meta({ description: 'Different people and services.' }),
    valuesTokenized: Count.meta({ description: 'Values that a token or another stand-in replaced.' }),
    deniedCount: Count.meta({ description: 'Requests that the policies refused.' }),
    reveals: z
      .array(z.object({ roles: z.array(z.string()), level: z.enum(REVEAL_LEVELS), count: Count }))
      .meta({ description: 'Tokens that somebody asked to see: by the roles of who asked, and by the level.' }),
    decisions: z.array(AuditEventResponse).meta({ description: 'The newest events that hold a decision.' }),
    firstSteps: z
      .object({ text: Done, person: Done, key: Done, policy: Done, audit: Done })
      .meta({ description: 'What of the first steps of an installation was done.' }),
  })
  .meta({ id: 'Activity', description: 'What happened lately, in figures.' });

const UpstreamState = z.object({
  name: z.string(),
  state: z.enum(['unknown', 'up', 'failing', 'down']),
  lastFailure: z.string().nullable(),
  lastFailureAt: Instant.nullable(),
});

export const HealthResponse = z
  .object({
    detector: z.object({ version: z.string() }).meta({ description: 'Which recognizers find values.' }),
    upstreams: z.array(UpstreamState).nullable().meta({ description: 'The model APIs, as this process sees them.' }),
    keys: z
      .object({ opens: z.boolean(), rotationsRunning: Count, rotationsPaused: Count })
      .nullable()
      .meta({ description: 'Whether every key in use opens its canary, and rotations that are not done.' }),
    audit: z
      .object({
        rowCount: Count,
        holds: z.boolean(),
        signedSequence: Count.nullable(),
        signedAt: Instant.nullable(),
      })
      .nullable()
      .meta({ description: 'The audit chain: its length, and whether it still is the one that was signed last.' }),
    jobs: z
      .object({ queued: Count, running: Count, done: Count, failed: Count, cancelled: Count })
      .nullable()
      .meta({ description: 'Documents of jobs, by state.' }),
  })
  .meta({ id: 'Health', description: 'How the parts of the gateway do. A part that could not be asked is null.' });
export type HealthResponse = z.infer<typeof HealthResponse>;
