import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { DomainError, Secret } from '#lib/kernel';
import type { AnalyzerSettings } from './analyzer-settings.js';
import { type JwtIssuerConfig, jwtIssuersOf, type OidcProviderConfig, oidcProvidersOf } from './identity-config.js';
import { Settings, VARIABLES } from './schema.js';
import { McpServerSettings, ToolSettings } from './tool-settings.js';
import { UpstreamSettings } from './upstream-settings.js';

export interface UpstreamConfig extends Omit<z.infer<typeof UpstreamSettings>, 'apiKey'> {
  readonly apiKey?: Secret<string>;
}

/** A tool, as it is called. */
export interface ToolConfig extends Omit<z.infer<typeof ToolSettings>, 'credential'> {
  readonly credential?: Secret<string>;
}

export interface McpServerConfig extends Omit<z.infer<typeof McpServerSettings>, 'credential'> {
  readonly credential?: Secret<string>;
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

/** An analyzer with Presidio's HTTP interface. */
export interface AnalyzerConfig extends Omit<z.infer<typeof AnalyzerSettings>, 'apiKey'> {
  readonly apiKey?: Secret<string>;
}

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
  /** Origins that upstreams of tenants may have beside public https ones. */
  readonly upstreamOrigins: readonly string[];
  /** Of every tenant; tenants add their own over the admin API. */
  readonly tools: readonly ToolConfig[];
  readonly mcpServers: readonly McpServerConfig[];
  /** Origins that tools of tenants may call beside public https ones. */
  readonly toolOrigins: readonly string[];
  /** Where signed checkpoints of the audit log go, and how often; 0 = only on request. */
  readonly auditCheckpoints: { readonly folder: string; readonly seconds: number };
  /** Empty: API keys alone authenticate requests. */
  readonly jwtIssuers: readonly JwtIssuerConfig[];
  /** The origin at which browsers reach the gateway; absent: as their requests say. */
  readonly publicUrl?: string;
  /** Empty: people sign in with a password of their own. */
  readonly oidcProviders: readonly OidcProviderConfig[];
  /** By action, over the defaults. */
  readonly rateLimits: z.infer<typeof Settings>['rateLimits'];
  /** Files of jobs at once; 0: this process has no worker. */
  readonly workerConcurrency: number;
  /** Absent: collections have no analyzer to ask. */
  readonly analyzer?: AnalyzerConfig;
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
  for (const list of [settings.tools, settings.mcpServers]) {
    if (new Set(list.map(({ name }) => name)).size !== list.length) throw invalid(['two tools have the same name']);
  }
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
    upstreamOrigins: Object.freeze(settings.upstreamOrigins.map((url) => new URL(url).origin)),
    tools: Object.freeze(settings.tools.map(withSealedCredential)),
    mcpServers: Object.freeze(settings.mcpServers.map(withSealedCredential)),
    toolOrigins: Object.freeze(settings.toolOrigins.map((url) => new URL(url).origin)),
    auditCheckpoints: Object.freeze({
      folder: resolve(workingDirectory, settings.auditCheckpointFolder ?? join(settings.home, 'audit-checkpoints')),
      seconds: settings.auditCheckpointSeconds,
    }),
    jwtIssuers: jwtIssuersOf(settings),
    ...(settings.publicUrl !== undefined && { publicUrl: new URL(settings.publicUrl).origin }),
    oidcProviders: oidcProvidersOf(settings),
    rateLimits: settings.rateLimits,
    workerConcurrency: settings.workerConcurrency,
    ...(settings.analyzer && { analyzer: analyzerOf(settings.analyzer) }),
    ...(settings.cliKey !== undefined && { cliKey: new Secret(settings.cliKey) }),
  });
}

function analyzerOf({ apiKey, ...settings }: z.infer<typeof AnalyzerSettings>): AnalyzerConfig {
  return Object.freeze({ ...settings, ...(apiKey !== undefined && { apiKey: new Secret(apiKey) }) });
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

function upstreamsOf({ upstreams, upstreamBaseUrl, upstreamApiKey }: z.infer<typeof Settings>): UpstreamConfig[] {
  const listed = upstreams.map(withSecret);
  if (upstreamBaseUrl === undefined) return listed;
  const fromEnvironment = upstreamConfig({ name: 'default', baseUrl: upstreamBaseUrl, apiKey: upstreamApiKey });
  return [fromEnvironment, ...listed.filter((upstream) => upstream.name !== 'default')];
}

/** An upstream with every setting that is not given at its default. Throws a `ZodError`. */
export function upstreamConfig(input: z.input<typeof UpstreamSettings>): UpstreamConfig {
  return withSecret(UpstreamSettings.parse(input));
}

function withSecret({ apiKey, ...rest }: z.infer<typeof UpstreamSettings>): UpstreamConfig {
  return Object.freeze({ ...rest, ...(apiKey !== undefined && { apiKey: new Secret(apiKey) }) });
}

/** A tool with every setting that is not given at its default. Throws a `ZodError`. */
export function toolConfig(input: z.input<typeof ToolSettings>): ToolConfig {
  return withSealedCredential(ToolSettings.parse(input));
}

/** The same for an MCP server. */
export function mcpServerConfig(input: z.input<typeof McpServerSettings>): McpServerConfig {
  return withSealedCredential(McpServerSettings.parse(input));
}

function withSealedCredential<T extends { readonly credential?: string | undefined }>({ credential, ...rest }: T) {
  return Object.freeze({ ...rest, ...(credential !== undefined && { credential: new Secret(credential) }) });
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
