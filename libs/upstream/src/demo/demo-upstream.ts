import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicMessages } from './demo-anthropic.js';
import { gemini } from './demo-gemini.js';
import { ollama } from './demo-ollama.js';
import { openaiChat } from './demo-openai-chat.js';
import { openaiResponses } from './demo-openai-responses.js';
import { openaiCompletions, openaiEmbeddings } from './demo-openai-text.js';
import { demoReply } from './demo-reply.js';
import { demoTextModels } from './demo-text-models.js';

export interface DemoUpstream {
  /** `http://127.0.0.1:<port>`; the OpenAI API lies below `/v1`. */
  readonly origin: string;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1024 * 1024;

const APIS = [
  openaiChat,
  openaiResponses,
  openaiCompletions,
  openaiEmbeddings,
  anthropicMessages,
  gemini,
  ollama,
] as const;

/** Lists of models, by path. */
const MODELS: Readonly<Record<string, object>> = {
  '/v1/models': {
    object: 'list',
    data: ['demo', ...demoTextModels().map(({ model }) => model)].map((id) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: 'pvg',
    })),
  },
  '/api/tags': {
    models: [{ name: 'demo', model: 'demo', modified_at: '2026-01-01T00:00:00Z', size: 0, digest: 'demo' }],
  },
};

/**
 * Serves the demo stand-in on a loopback port, in the dialect of each API that the gateway speaks. It lets a fresh machine
 * run the whole path, tool calls and streams included; it is no model.
 */
export async function startDemoUpstream(): Promise<DemoUpstream> {
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = incoming.url ?? '/';
  const models = incoming.method === 'GET' ? MODELS[path] : undefined;
  if (models) return json(response, 200, models);
  const api = incoming.method === 'POST' ? APIS.find((one) => one.matches(path)) : undefined;
  if (!api) return json(response, 404, { error: { message: 'The demo upstream has no such route.' } });
  const read = api.read(parseJson(await readAll(incoming)), path);
  if (!read) return json(response, 400, { error: { message: 'Not a request of this API.' } });
  const { contentType, pieces } = api.write(read.request, demoReply(read.request), read.stream, path);
  response.writeHead(200, { 'content-type': contentType });
  for (const piece of pieces) response.write(piece);
  response.end();
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > BODY_BYTES_MAX) throw new RangeError('body too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
