import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { DomainError, Secret } from '#lib/kernel';
import { JwtIssuerSettings, Settings, type UpstreamSettings, VARIABLES } from './schema.js';

export interface UpstreamConfig extends Omit<z.infer<typeof UpstreamSettings>, 'apiKey'> {
  readonly apiKey?: Secret<string>;
}

/** The Transit engine of HashiCorp Vault or OpenBao that guards the root keys. */
export interface TransitConfig {
  readonly address: string;
  readonly token?: Secret<string>;
  readonly tokenFile?: string;
  readonly mount: string;
  readonly namespace?: string;
  readonly keyPrefix: string;
}

/** An issuer whose JWTs authenticate requests. */
export type JwtIssuerConfig = z.infer<typeof JwtIssuerSettings>;

/** The settings of this process: checked, complete and frozen before anything listens. Secrets print as `[secret]`. */
export interface Config {
  /** Absolute path of the folder that holds the embedded database and local keys. */
  readonly home: string;
  readonly host: string;
  readonly port: number;
  /** Absent: the embedded Postgres. */
  readonly databaseUrl?: Secret<string>;
  readonly migrationDatabaseUrl?: Secret<string>;
  readonly databasePoolSize: number;
  readonly rootKey?: Secret<string>;
  readonly transit?: TransitConfig;
  readonly logLevel: z.infer<typeof Settings>['logLevel'];
  readonly bodyLimitBytes: number;
  /** Empty: the bundled demo upstream. The first is the default. */
  readonly upstreams: readonly UpstreamConfig[];
  /** Empty: API keys alone authenticate requests. */
  readonly jwtIssuers: readonly JwtIssuerConfig[];
  /** By action, over the defaults. */
  readonly rateLimits: z.infer<typeof Settings>['rateLimits'];
  /** The API key that the command line presents. */
  readonly cliKey?: Secret<string>;
}

/**
 * Reads the settings from the YAML file named by `PVG_CONFIG`, if any, and the environment, which wins.
 * Throws `config.invalid` naming each setting at fault and never printing its value.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, workingDirectory = process.cwd()): Config {
  const input: Record<string, unknown> = { ...readFile(env, workingDirectory) };
  for (const [variable, setting] of Object.entries(VARIABLES)) {
    const value = env[variable];
    if (value !== undefined && value !== '') input[setting] = value;
  }
  const parsed = Settings.safeParse(input);
  if (!parsed.success) throw invalid(parsed.error.issues.map((issue) => `${nameOf(issue.path)} ${issue.message}`));
  const settings = parsed.data;
  if (settings.upstreamApiKey !== undefined && settings.upstreamBaseUrl === undefined) {
    throw invalid(['PVG_UPSTREAM_API_KEY is set but PVG_UPSTREAM_BASE_URL is not']);
  }
  if (settings.transitAddress !== undefined) {
    if (settings.rootKey !== undefined) throw invalid(['PVG_ROOT_KEY and PVG_TRANSIT_ADDRESS are both set']);
    if (settings.transitToken === undefined && settings.transitTokenFile === undefined) {
      throw invalid(['PVG_TRANSIT_ADDRESS is set but neither PVG_TRANSIT_TOKEN nor PVG_TRANSIT_TOKEN_FILE is']);
    }
  }
  const names = settings.upstreams.map((upstream) => upstream.name);
  if (new Set(names).size !== names.length) throw invalid(['upstreams have two of the same name']);
  return Object.freeze({
    home: resolve(workingDirectory, settings.home),
    host: settings.host,
    port: settings.port,
    ...(settings.databaseUrl && { databaseUrl: new Secret(settings.databaseUrl) }),
    ...(settings.migrationDatabaseUrl && { migrationDatabaseUrl: new Secret(settings.migrationDatabaseUrl) }),
    databasePoolSize: settings.databasePoolSize,
    ...(settings.rootKey && { rootKey: new Secret(settings.rootKey) }),
    ...(settings.transitAddress !== undefined && { transit: transitOf(settings, settings.transitAddress) }),
    logLevel: settings.logLevel,
    bodyLimitBytes: settings.bodyLimitBytes,
    upstreams: Object.freeze(upstreamsOf(settings)),
    jwtIssuers: Object.freeze(jwtIssuersOf(settings)),
    rateLimits: settings.rateLimits,
    ...(settings.cliKey !== undefined && { cliKey: new Secret(settings.cliKey) }),
  });
}

function transitOf(settings: z.infer<typeof Settings>, address: string): TransitConfig {
  const { transitToken, transitTokenFile, transitMount, transitNamespace, transitKeyPrefix } = settings;
  return Object.freeze({
    address,
    ...(transitToken !== undefined && { token: new Secret(transitToken) }),
    ...(transitTokenFile !== undefined && { tokenFile: transitTokenFile }),
    mount: transitMount,
    ...(transitNamespace !== undefined && { namespace: transitNamespace }),
    keyPrefix: transitKeyPrefix,
  });
}

function jwtIssuersOf({ jwtIssuer, jwtAudience, jwtJwksUri, jwtIssuers }: z.infer<typeof Settings>): JwtIssuerConfig[] {
  const given = [jwtIssuer, jwtAudience, jwtJwksUri].filter((one) => one !== undefined).length;
  if (given !== 0 && given !== 3) {
    throw invalid(['PVG_JWT_ISSUER, PVG_JWT_AUDIENCE and PVG_JWT_JWKS_URI are set together or not at all']);
  }
  const own =
    given === 0
      ? []
      : [JwtIssuerSettings.parse({ name: 'jwt', issuer: jwtIssuer, audience: jwtAudience, jwksUri: jwtJwksUri })];
  const all = [...own, ...jwtIssuers];
  for (const key of ['name', 'issuer'] as const) {
    if (new Set(all.map((one) => one[key])).size !== all.length)
      throw invalid([`jwtIssuers have two of the same ${key}`]);
  }
  return all;
}

function upstreamsOf(settings: z.infer<typeof Settings>): UpstreamConfig[] {
  const listed = settings.upstreams.map(({ apiKey, ...rest }) => ({
    ...rest,
    ...(apiKey !== undefined && { apiKey: new Secret(apiKey) }),
  }));
  if (settings.upstreamBaseUrl === undefined) return listed;
  const fromEnvironment: UpstreamConfig = {
    name: 'default',
    api: 'openai',
    baseUrl: settings.upstreamBaseUrl,
    ...(settings.upstreamApiKey !== undefined && { apiKey: new Secret(settings.upstreamApiKey) }),
    models: [],
    connectTimeoutMs: 5_000,
    firstByteTimeoutMs: 120_000,
    idleTimeoutMs: 120_000,
  };
  return [fromEnvironment, ...listed.filter((upstream) => upstream.name !== 'default')];
}

function readFile(env: NodeJS.ProcessEnv, workingDirectory: string): Record<string, unknown> {
  const name = env.PVG_CONFIG;
  if (!name) return {};
  let content: unknown;
  try {
    content = parse(readFileSync(resolve(workingDirectory, name), 'utf8'));
  } catch {
    throw invalid(['PVG_CONFIG names a file that cannot be read as YAML']);
  }
  if (content === null || content === undefined) return {};
  if (typeof content !== 'object' || Array.isArray(content)) throw invalid(['PVG_CONFIG must hold a YAML mapping']);
  return content as Record<string, unknown>;
}

function nameOf(path: readonly PropertyKey[]): string {
  const setting = path.map(String).join('.');
  const variable = Object.entries(VARIABLES).find(([, name]) => name === setting)?.[0];
  return variable ?? (setting === '' ? 'PVG_CONFIG' : setting);
}

function invalid(problems: readonly string[]): DomainError {
  return new DomainError('config.invalid', { publicMessage: `Bad configuration: ${problems.join('; ')}.` });
}
