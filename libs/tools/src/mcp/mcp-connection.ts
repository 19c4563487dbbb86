import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { McpServerConfig } from '#lib/config';
import type { OutboundClient } from '#lib/outbound';
import { headersOf } from '../executors/request-template.js';
import { toolFailed } from '../runner/tool-failed.js';
import { guardedFetch } from './guarded-fetch.js';

const CONNECT_TIMEOUT_MS = 15_000;

/** Connects to an MCP server. Throws `tool.failed` when it does not answer as one. */
export async function connectMcp(
  config: McpServerConfig,
  outbound: OutboundClient,
  options: { readonly capabilities?: ClientCapabilities; readonly prepare?: (client: Client) => void } = {},
): Promise<Client> {
  const client = new Client({ name: 'pvg', version: '1' }, { capabilities: options.capabilities ?? {} });
  options.prepare?.(client);
  try {
    await client.connect(transportOf(config, outbound), { timeout: CONNECT_TIMEOUT_MS });
    return client;
  } catch {
    await client.close().catch(() => undefined);
    throw toolFailed('The MCP server cannot be reached.', 'unreachable');
  }
}

function transportOf({ transport, credential, timeoutMs }: McpServerConfig, outbound: OutboundClient): Transport {
  if (transport.kind === 'stdio') {
    const { command, args, env } = transport;
    // Nothing is inherited but where programs are found.
    const own = { PATH: '/usr/local/bin:/usr/bin:/bin', ...env };
    return new QuietStdio({ command, args, env: own, stderr: 'ignore' });
  }
  return new StreamableHTTPClientTransport(new URL(transport.url), {
    fetch: guardedFetch(outbound, timeoutMs),
    requestInit: { headers: headersOf(transport.headers, {}, credential?.reveal()) },
  }) as Transport;
}

/** The SDK adds variables of this process (HOME, USER, …) to those it is given; here the given ones are all. */
class QuietStdio extends StdioClientTransport {
  constructor(parameters: { command: string; args: string[]; env: Record<string, string>; stderr: 'ignore' }) {
    const bare = { HOME: '/', LOGNAME: '', SHELL: '', TERM: '', USER: '' };
    super({ ...parameters, env: { ...bare, ...parameters.env } });
  }
}
