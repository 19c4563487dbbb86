// The demo upstream behind a recorder: every request body is appended to a file, byte for byte, before it is answered.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { startDemoUpstream } from '#lib/upstream';

const [file] = process.argv.slice(2);
const demo = await startDemoUpstream();

const server = createServer((incoming, response) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', async () => {
    const body = Buffer.concat(chunks);
    appendFileSync(file, Buffer.concat([Buffer.from(`${incoming.method} ${incoming.url}\n`), body, Buffer.from('\n')]));
    const answer = await fetch(new URL(incoming.url, demo.origin), {
      method: incoming.method,
      headers: { 'content-type': 'application/json' },
      ...(incoming.method === 'POST' && { body }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') });
    for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
