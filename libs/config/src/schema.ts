import { z } from 'zod';
import { AnalyzerSettings } from './analyzer-settings.js';
import { identitySettings } from './identity-settings.js';
import { McpServerSettings, ToolSettings } from './tool-settings.js';
import { httpUrl, UpstreamSettings } from './upstream-settings.js';

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
  /** Origins (`https://models.internal:8443`) that upstreams made over the admin API may have beside public https ones. */
  upstreamOrigins: z.array(httpUrl).default([]),
  tools: z.array(ToolSettings).default([]),
  mcpServers: z.array(McpServerSettings).default([]),
  /** Origins (`https://crm.internal:8443`) that tools made over the admin API may call beside public https ones. */
  toolOrigins: z.array(httpUrl).default([]),
  ...identitySettings,
  /** Where signed checkpoints of the audit log are kept; absent: `audit-checkpoints` in the home folder. */
  auditCheckpointFolder: z.string().min(1).optional(),
  /** How often they are signed; 0 = only on request. */
  auditCheckpointSeconds: z.coerce.number().int().min(0).max(86_400).default(900),
  /** Uses of a sensitive action by one principal; what is absent keeps its default. */
  rateLimits: z.record(z.string().min(1), RateLimitSettings).default({}),
  /** Files of jobs that this process rewrites at once, beside what else it does; 0 leaves them to `pvg worker`. */
  workerConcurrency: z.coerce.number().int().min(0).max(32).default(1),
  cliKey: z.string().min(1).optional(),
  analyzer: AnalyzerSettings.optional(),
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
  PVG_AUDIT_CHECKPOINT_FOLDER: 'auditCheckpointFolder',
  PVG_AUDIT_CHECKPOINT_SECONDS: 'auditCheckpointSeconds',
  PVG_PUBLIC_URL: 'publicUrl',
  PVG_OIDC_ISSUER: 'oidcIssuer',
  PVG_OIDC_CLIENT_ID: 'oidcClientId',
  PVG_OIDC_CLIENT_SECRET: 'oidcClientSecret',
  PVG_WORKER_CONCURRENCY: 'workerConcurrency',
  PVG_KEY: 'cliKey',
} as const satisfies Record<string, keyof z.infer<typeof Settings>>;
