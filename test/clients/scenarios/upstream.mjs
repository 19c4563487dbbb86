// The bundled stand-in behind a proxy that keeps what it receives. The model's name says how its answer comes: `slow` takes
// a while between pieces, `cut` breaks off after some. The upstream of the model `down` takes no connections.
import { createServer } from 'node:http';

const FAMILIES = ['openai', 'anthropic', 'gemini', 'ollama'];
const SLOW_GAP_MS = 100;
const CUT_AFTER_PIECES = 3;

export async function startClientsUpstream(demoOrigin) {
  const received = [];
  let cancelled = 0;
  const server = createServer(async (incoming, response) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    received.push(`${incoming.url}\n${JSON.stringify(incoming.headers)}\n${body}`);
    response.on('close', () => {
      if (!response.writableFinished && !response.cut) cancelled += 1;
    });
    const model = /"model":"(\w+)"|\/models\/(\w+):/.exec(body + incoming.url);
    await forward(incoming, body, response, model?.[1] ?? model?.[2]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const at = (family, root) => (family === 'openai' ? `${root}/v1` : root);

  async function forward(incoming, body, response, model) {
    const answer = await fetch(demoOrigin + incoming.url, {
      method: incoming.method,
      headers: { 'content-type': 'application/json' },
      ...(incoming.method === 'POST' && { body }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') });
    // The stand-in writes an event a time, but they may arrive together.
    const pieces = (await answer.text()).split(/(?<=\n\n|\}\n)/);
    for (const [index, piece] of pieces.entries()) {
      if (response.destroyed) return;
      if (model === 'cut' && index === CUT_AFTER_PIECES) {
        response.cut = true;
        response.destroy();
        return;
      }
      response.write(piece);
      if (model === 'slow' || model === 'cut') await new Promise((resolve) => setTimeout(resolve, SLOW_GAP_MS));
    }
    response.end();
  }

  return {
    /** For the gateway's configuration. */
    upstreams: FAMILIES.flatMap((api) => [
      { name: api, api, baseUrl: at(api, origin) },
      { name: `${api}-down`, api, baseUrl: at(api, 'http://127.0.0.1:1'), models: ['down'], retries: { countMax: 0 } },
    ]),
    received: () => received.join('\n'),
    last: () => received.at(-1),
    /** Calls that the gateway ended before their answer was whole. */
    cancelled: () => cancelled,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
