import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
/** What a scripted tool does: with its arguments, the session it was called in, and the call itself. */
export type ScriptedTool = (values: Record<string, unknown>, server: Server, extra: Extra) => object | Promise<object>;

export interface ScriptedMcpServer {
  readonly origin: string;
  /** Where it speaks MCP. */
  readonly url: string;
  /** Tools as it describes them; may be changed at any time. */
  readonly tools: { name: string; description?: string; inputSchema: object; outputSchema?: object }[];
  /** What each does. */
  readonly run: Map<string, ScriptedTool>;
  readonly resources: { uri: string; name: string; text: string }[];
  readonly prompts: Map<string, (values: Record<string, string>) => string>;
  /** The parameters of all that it was asked, by method. */
  readonly asked: { readonly method: string; readonly params: unknown }[];
  readonly headers: IncomingHttpHeaders[];
  /** Its sessions that are open. */
  readonly sessions: Set<Server>;
  close(): Promise<void>;
}

/** An MCP server over streamable HTTP on loopback that does what it is told. */
export async function startScriptedMcpServer(): Promise<ScriptedMcpServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const headers: IncomingHttpHeaders[] = [];
  const state = {
    tools: [] as ScriptedMcpServer['tools'],
    run: new Map<string, ScriptedTool>(),
    resources: [] as ScriptedMcpServer['resources'],
    prompts: new Map<string, (values: Record<string, string>) => string>(),
    asked: [] as { method: string; params: unknown }[],
    sessions: new Set<Server>(),
  };
  const http = createServer(async (incoming, response) => {
    headers.push(incoming.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const id = incoming.headers['mcp-session-id'];
    const known = typeof id === 'string' ? transports.get(id) : undefined;
    const transport = known ?? (await open());
    await transport.handleRequest(incoming, response, text === '' ? undefined : JSON.parse(text));
  });
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    const server = answering(state);
    await server.connect(transport as Parameters<Server['connect']>[0]);
    state.sessions.add(server);
    server.onclose = () => state.sessions.delete(server);
    return transport;
  };
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    headers,
    ...state,
    close: async () => {
      await Promise.all([...state.sessions].map((server) => server.close()));
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

type State = Pick<ScriptedMcpServer, 'tools' | 'run' | 'resources' | 'prompts' | 'asked'>;

function answering({ tools, run, resources, prompts, asked }: State): Server {
  const capabilities = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  };
  const server = new Server({ name: 'scripted', version: '1' }, { capabilities });
  const noted = ({ method, params }: { method: string; params?: unknown }) => void asked.push({ method, params });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as never }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    noted(request);
    const tool = run.get(request.params.name);
    return (await tool?.(request.params.arguments ?? {}, server, extra)) ?? { content: [] };
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources.map(({ uri, name }) => ({ uri, name })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, (request) => {
    noted(request);
    const found = resources.find(({ uri }) => uri === request.params.uri);
    return { contents: found ? [{ uri: found.uri, mimeType: 'text/plain', text: found.text }] : [] };
  });
  for (const schema of [SubscribeRequestSchema, UnsubscribeRequestSchema]) {
    server.setRequestHandler(schema as typeof SubscribeRequestSchema, (request) => {
      noted(request);
      return {};
    });
  }
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [...prompts.keys()].map((name) => ({ name, arguments: [{ name: 'who' }] })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, (request) => {
    noted(request);
    const text = prompts.get(request.params.name)?.(request.params.arguments ?? {}) ?? '';
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  server.setRequestHandler(CompleteRequestSchema, (request) => {
    noted(request);
    return { completion: { values: [`${request.params.argument.value}!`] } };
  });
  server.setRequestHandler(SetLevelRequestSchema, (request) => {
    noted(request);
    return {};
  });
  return server;
}
