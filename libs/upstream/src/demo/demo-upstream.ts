import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DemoReply, DemoRequest, demoReply } from './demo-reply.js';

export interface DemoUpstream {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1024 * 1024;
/** Small and odd, so that tokens are cut across events as real models cut them. */
const CHUNK_CHARACTERS = 7;

/**
 * Serves the demo stand-in on a loopback port: OpenAI chat completions (streamed or not, with tool calls) and the model
 * list. It lets a fresh machine run the whole path; it is no model.
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
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  if (incoming.method === 'GET' && incoming.url === '/v1/models') {
    return json(response, 200, {
      object: 'list',
      data: [{ id: 'demo', object: 'model', created: 0, owned_by: 'pvg' }],
    });
  }
  if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
    return json(response, 404, {
      error: { message: 'The demo upstream has no such route.', type: 'invalid_request_error' },
    });
  }
  const parsed = DemoRequest.safeParse(parseJson(await read(incoming)));
  if (!parsed.success) {
    return json(response, 400, { error: { message: 'Not a chat request.', type: 'invalid_request_error' } });
  }
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: parsed.data.model };
  const reply = demoReply(parsed.data);
  const usage = usageOf(parsed.data, reply);
  if (parsed.data.stream !== true) {
    return json(response, 200, { ...head, object: 'chat.completion', choices: [choiceOf(reply)], usage });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (delta: object, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  for (const delta of deltasOf(reply)) event(delta, null);
  event({}, reply.kind === 'text' ? 'stop' : 'tool_calls');
  if (parsed.data.stream_options?.include_usage) {
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

function choiceOf(reply: DemoReply): object {
  if (reply.kind === 'text') {
    return { index: 0, message: { role: 'assistant', content: reply.text, refusal: null }, finish_reason: 'stop' };
  }
  const call = {
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name: reply.name, arguments: reply.arguments },
  };
  return { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' };
}

function* deltasOf(reply: DemoReply): Generator<object> {
  if (reply.kind === 'text') {
    yield { role: 'assistant', content: '' };
    for (const content of pieces(reply.text)) yield { content };
    return;
  }
  const first = {
    index: 0,
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name: reply.name, arguments: '' },
  };
  yield { role: 'assistant', content: null, tool_calls: [first] };
  for (const piece of pieces(reply.arguments)) yield { tool_calls: [{ index: 0, function: { arguments: piece } }] };
}

function* pieces(text: string): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += CHUNK_CHARACTERS)
    yield characters.slice(at, at + CHUNK_CHARACTERS).join('');
}

/** Counted in characters over four: the stand-in has no tokeniser. */
function usageOf(request: DemoRequest, reply: DemoReply): object {
  const prompt = Math.ceil(JSON.stringify(request.messages).length / 4);
  const completion = Math.ceil((reply.kind === 'text' ? reply.text : reply.arguments).length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
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

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > BODY_BYTES_MAX) throw new RangeError('body too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
