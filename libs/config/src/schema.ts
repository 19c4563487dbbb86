import { z } from 'zod';

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/\/\/[^/]*@/.test(value), { message: 'must not hold credentials' });

const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600_000).default(fallback);

export const API_FAMILIES = ['openai', 'anthropic', 'gemini', 'ollama'] as const;
export type ApiFamily = (typeof API_FAMILIES)[number];

/** One place that language models are called at. */
export const UpstreamSettings = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
    /** Whose API it speaks; a surface goes to an upstream of its own family. */
    api: z.enum(API_FAMILIES).default('openai'),
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

/** One issuer of JWTs whose tokens authenticate requests. */
export const JwtIssuerSettings = z
  .strictObject({
    /** The first part of its principals' ids (`<name>:<sub>`), and what claim rules name. */
    name: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
    tenant: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
      .default('default'),
    /** Compared exactly with `iss`. */
    issuer: z.string().min(1),
    audience: z.string().min(1),
    jwksUri: httpUrl,
    algorithms: z
      .array(z.enum(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']))
      .min(1)
      .optional(),
    clockSkewSeconds: z.number().int().min(0).max(120).optional(),
    /** Attributes of its principals from claims: `{ department: dept }`. */
    attributes: z.record(z.string().min(1), z.string().min(1)).default({}),
  })
  .meta({ id: 'JwtIssuerSettings' });

const RateLimitSettings = z.strictObject({
  countMax: z.number().int().min(1),
  windowSeconds: z.number().int().min(1).max(86_400),
});

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
  /** HashiCorp Vault or OpenBao: the Transit engine guards the root keys instead of a file or a variable. */
  transitAddress: httpUrl.optional(),
  transitToken: z.string().min(1).optional(),
  /** Read anew for each call, so that an agent may renew the token. */
  transitTokenFile: z.string().min(1).optional(),
  transitMount: z
    .string()
    .regex(/^[A-Za-z0-9_/-]+$/)
    .default('transit'),
  transitNamespace: z.string().min(1).optional(),
  transitKeyPrefix: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .default('pvg'),
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
  jwtIssuer: z.string().min(1).optional(),
  jwtAudience: z.string().min(1).optional(),
  jwtJwksUri: httpUrl.optional(),
  jwtIssuers: z.array(JwtIssuerSettings).default([]),
  /** Uses of a sensitive action by one principal; what is absent keeps its default. */
  rateLimits: z.record(z.string().min(1), RateLimitSettings).default({}),
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
  PVG_TRANSIT_ADDRESS: 'transitAddress',
  PVG_TRANSIT_TOKEN: 'transitToken',
  PVG_TRANSIT_TOKEN_FILE: 'transitTokenFile',
  PVG_LOG_LEVEL: 'logLevel',
  PVG_BODY_LIMIT_BYTES: 'bodyLimitBytes',
  PVG_UPSTREAM_BASE_URL: 'upstreamBaseUrl',
  PVG_UPSTREAM_API_KEY: 'upstreamApiKey',
  PVG_JWT_ISSUER: 'jwtIssuer',
  PVG_JWT_AUDIENCE: 'jwtAudience',
  PVG_JWT_JWKS_URI: 'jwtJwksUri',
  PVG_KEY: 'cliKey',
} as const satisfies Record<string, keyof z.infer<typeof Settings>>;
