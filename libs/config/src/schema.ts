import { z } from 'zod';

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/\/\/[^/]*@/.test(value), { message: 'must not hold credentials' });

const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600_000).default(fallback);

/** One place that language models are called at. */
export const UpstreamSettings = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
    api: z.enum(['openai']).default('openai'),
    baseUrl: httpUrl,
    apiKey: z.string().min(1).optional(),
    /** Model ids this upstream answers for; empty = any. */
    models: z.array(z.string().min(1)).default([]),
    /** The system message that asks the model to keep tokens unchanged; `false` sends none. */
    preamble: z.union([z.string().min(1).max(2_000), z.literal(false)]).optional(),
    connectTimeoutMs: milliseconds(5_000),
    firstByteTimeoutMs: milliseconds(120_000),
    idleTimeoutMs: milliseconds(120_000),
  })
  .meta({ id: 'UpstreamSettings' });

/** The settings of one gateway process, as the YAML file named by `PVG_CONFIG` holds them. */
export const Settings = z.strictObject({
  home: z.string().min(1).default('.pvg'),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.coerce.number().int().min(0).max(65_535).default(8080),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { message: 'must start with postgres:// or postgresql://' })
    .optional(),
  migrationDatabaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { message: 'must start with postgres:// or postgresql://' })
    .optional(),
  databasePoolSize: z.coerce.number().int().min(2).max(200).default(16),
  rootKey: z.string().min(1).optional(),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  bodyLimitBytes: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(256 * 1024 * 1024)
    .default(16 * 1024 * 1024),
  upstreamBaseUrl: httpUrl.optional(),
  upstreamApiKey: z.string().min(1).optional(),
  upstreams: z.array(UpstreamSettings).default([]),
  cliKey: z.string().min(1).optional(),
});

/** The environment variable of each setting that has one. */
export const VARIABLES = {
  PVG_HOME: 'home',
  PVG_HOST: 'host',
  PVG_PORT: 'port',
  DATABASE_URL: 'databaseUrl',
  PVG_MIGRATION_DATABASE_URL: 'migrationDatabaseUrl',
  PVG_DATABASE_POOL_SIZE: 'databasePoolSize',
  PVG_ROOT_KEY: 'rootKey',
  PVG_LOG_LEVEL: 'logLevel',
  PVG_BODY_LIMIT_BYTES: 'bodyLimitBytes',
  PVG_UPSTREAM_BASE_URL: 'upstreamBaseUrl',
  PVG_UPSTREAM_API_KEY: 'upstreamApiKey',
  PVG_KEY: 'cliKey',
} as const satisfies Record<string, keyof z.infer<typeof Settings>>;
