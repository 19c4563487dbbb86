import { z } from 'zod';

/** An address of http or https that holds no credentials. */
export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/\/\/[^/]*@/.test(value), { message: 'must not hold credentials' });

const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600_000).default(fallback);
const count = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** `completions`: a model that takes text only; the gateway writes its prompts and reads its calls (`dialect`). */
export const API_FAMILIES = ['openai', 'anthropic', 'gemini', 'ollama', 'completions'] as const;
export type ApiFamily = (typeof API_FAMILIES)[number];

/** How text-completion models are told of tools and call them. */
export const TEXT_DIALECTS = [
  'hermes',
  'qwen',
  'llama3',
  'chatglm3',
  'react',
  'react-act',
  'react-thought',
  'mistral',
  'deepseek',
] as const;
export type TextDialectName = (typeof TEXT_DIALECTS)[number];

/** `private`: what it may read is decided by policy, with the upstream as the principal (docs/guides/upstreams.md). */
export const UPSTREAM_TRUST = ['public', 'private'] as const;

export const UpstreamName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);

const UpstreamFields = z.strictObject({
  name: UpstreamName.meta({ description: 'Its name, unique in the tenant.' }),
  api: z
    .enum(API_FAMILIES)
    .default('openai')
    .meta({ description: 'Whose API it speaks; a surface goes to an upstream of its own family.' }),
  baseUrl: httpUrl.max(2_000).meta({ description: 'Where its API begins, for OpenAI with `/v1`.' }),
  models: z
    .array(z.string().min(1).max(200))
    .max(1_000)
    .default([])
    .meta({ description: 'Model ids it answers for; empty: any that no other names.' }),
  priority: count(0, 1_000, 100).meta({ description: 'Lower is asked first; equal ones in the order of the list.' }),
  region: z.string().min(1).max(64).optional().meta({ description: 'Where it computes, for policies and people.' }),
  trust: z
    .enum(UPSTREAM_TRUST)
    .default('public')
    .meta({ description: '`public` reads tokens only; for `private` the policy decides value by value.' }),
  preamble: z
    .union([z.string().min(1).max(2_000), z.literal(false)])
    .optional()
    .meta({ description: 'The system message that asks the model to keep tokens unchanged; `false` sends none.' }),
  media: z
    .enum(['refuse', 'drop'])
    .default('refuse')
    .meta({ description: 'What happens to images, audio and files, which cannot be read for personal data.' }),
  connectTimeoutMs: milliseconds(5_000).meta({ description: 'Longest wait for a connection, in milliseconds.' }),
  firstByteTimeoutMs: milliseconds(120_000).meta({ description: 'From the request’s end to the first byte.' }),
  idleTimeoutMs: milliseconds(120_000).meta({ description: 'Longest silence within an answer.' }),
  totalTimeoutMs: milliseconds(900_000).meta({ description: 'Longest call, retries and answer included.' }),
  retries: z
    .strictObject({
      countMax: count(0, 10, 2).meta({ description: 'Attempts after the first, before the first byte only.' }),
      backoffMs: milliseconds(250).meta({ description: 'Wait before the first retry; doubles, with jitter.' }),
      waitMsMax: milliseconds(10_000).meta({ description: 'A longer `Retry-After` is not waited for.' }),
    })
    .prefault({})
    .meta({ description: 'Repeats of what cannot have been done: no connection, 429, 503.' }),
  circuit: z
    .strictObject({
      failureCount: count(1, 1_000, 5).meta({ description: 'Failures in a row that open the circuit.' }),
      openMs: milliseconds(30_000).meta({ description: 'How long it then takes no calls.' }),
    })
    .prefault({})
    .meta({ description: 'When an upstream that fails is left alone.' }),
  concurrency: z
    .strictObject({
      callsMax: count(1, 10_000, 512).meta({ description: 'Calls at a time, from each gateway process.' }),
      queueMax: count(0, 100_000, 1_024).meta({ description: 'Calls that may wait; one more is refused.' }),
      waitMsMax: milliseconds(30_000).meta({ description: 'Longest wait in that queue.' }),
    })
    .prefault({})
    .meta({ description: 'How many calls it takes at a time.' }),
  healthCheckMs: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(3_600_000)
    .optional()
    .meta({ description: 'How often its list of models is asked for to see whether it is up; absent: never.' }),
  dialect: z
    .enum(TEXT_DIALECTS)
    .optional()
    .meta({ description: 'Of a `completions` upstream: how its model is told of tools and calls them.' }),
  toolFormat: z
    .union([z.literal(1), z.literal(2)])
    .optional()
    .meta({ description: 'Of a `chatglm3` model: how tools are listed.' }),
  wire: z.enum(['openai', 'ollama']).default('openai').meta({
    description: 'Of a `completions` upstream: `/completions` of OpenAI, or `/api/generate` of Ollama (raw).',
  }),
});

type Fields = z.infer<typeof UpstreamFields>;

function dialectFits({ api, dialect }: Pick<Fields, 'api' | 'dialect'>): boolean {
  return (api === 'completions') === (dialect !== undefined);
}

const DIALECT_MISFIT = { path: ['dialect'], message: 'is given with `api: completions`, and only then' };

/** One place that language models are called at, as the admin API takes it. */
export const UpstreamInput = UpstreamFields.refine(dialectFits, DIALECT_MISFIT).meta({
  id: 'UpstreamInput',
  description: 'An upstream; what is absent takes its default.',
});

/** The same in the operator's file. */
export const UpstreamSettings = UpstreamFields.extend({
  apiKey: z.string().min(1).optional(),
  /** Jinja source of the model's own chat template; rendered instead of the dialect's prompt. */
  chatTemplate: z.string().min(1).max(200_000).optional(),
  bosToken: z.string().max(100).optional(),
  eosToken: z.string().max(100).optional(),
})
  .refine(dialectFits, DIALECT_MISFIT)
  .meta({ id: 'UpstreamSettings' });
