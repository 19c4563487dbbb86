// An OpenAI-compatible upstream in a process of its own that keeps every byte it receives and answers as it is told.
//
//   POST /__script  { "replies": [ { "status"?, "headers"?, "json"? | "text"? | "events"?: [...], "raw"?: "…", "cut"?: true, "delayMs"? } ] }
//   GET  /__captured → { "bodies": ["…"], "headers": [{…}], "urls": ["…"], "aborted": n }
//   GET  /__take → the same, and forgets it
//
// In a scripted reply, {{EMAIL}} becomes the last vault token of that type in the request, {{EMAIL:0}} the first.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

let replies = [];
const captured = { bodies: [], headers: [], urls: [], aborted: 0 };
const TOKEN = /\[([A-Z][A-Z0-9_]*)_[0-9A-HJKMNP-TV-Z]{10}\]/g;

const server = createServer(async (incoming, response) => {
  const chunks = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch {
    return;
  }
  const body = Buffer.concat(chunks).toString('utf8');
  if (incoming.url === '/__script') {
    replies = JSON.parse(body).replies;
    response.end('{}');
    return;
  }
  if (incoming.url === '/__captured' || incoming.url === '/__take') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(captured));
    if (incoming.url === '/__take')
      for (const list of [captured.bodies, captured.headers, captured.urls]) list.length = 0;
    return;
  }
  captured.bodies.push(body);
  captured.headers.push(incoming.headers);
  captured.urls.push(incoming.url);
  response.on('close', () => {
    if (!response.writableFinished) captured.aborted += 1;
  });
  const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { json: completion(echo(body)) };
  await answer(reply, body, response);
});

async function answer(reply, body, response) {
  if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  if (reply.hang) return;
  const fill = filler(body);
  const stream = reply.events !== undefined;
  const type = stream ? 'text/event-stream' : 'application/json';
  let payload;
  if (reply.raw !== undefined) payload = fill(reply.raw);
  else if (reply.text !== undefined) payload = JSON.stringify(completion(fill(reply.text)));
  else if (reply.json !== undefined) payload = fill(JSON.stringify(reply.json));
  response.writeHead(reply.status ?? 200, {
    'content-type': type,
    ...(reply.gzip && { 'content-encoding': 'gzip' }),
    ...reply.headers,
  });
  if (!stream) {
    response.end(reply.gzip ? gzipSync(payload) : payload);
    return;
  }
  for (const event of reply.events) {
    if (response.destroyed) return;
    response.write(typeof event === 'string' ? fill(event) : `data: ${fill(JSON.stringify(event))}\n\n`);
    await new Promise((resolve) => setTimeout(resolve, reply.gapMs ?? 0));
  }
  if (reply.cut) response.destroy();
  else response.end();
}

function filler(body) {
  const tokens = new Map();
  for (const [token, type] of body.matchAll(TOKEN)) tokens.set(type, [...(tokens.get(type) ?? []), token]);
  return (text) =>
    text.replace(/\{\{([A-Z_]+)(?::(\d+))?(?:\[(\d*):(\d*)\])?\}\}/g, (_, type, index, from, to) => {
      const known = tokens.get(type) ?? [];
      const token = (index === undefined ? known.at(-1) : known[Number(index)]) ?? `(no ${type})`;
      return from === undefined && to === undefined
        ? token
        : token.slice(from ? Number(from) : 0, to ? Number(to) : undefined);
    });
}

function echo(body) {
  try {
    const { messages } = JSON.parse(body);
    const content = messages.at(-1).content;
    return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
  } catch {
    return '';
  }
}

function completion(content) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
