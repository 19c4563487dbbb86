// An upstream that answers at once: what is measured is the proxy in front of it.
import { createServer } from 'node:http';

const TOKEN = /\[[A-Z_]+_[0-9A-HJKMNP-TV-Z]{10}\]/g;

const server = createServer((incoming, response) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    const content = `Thank you. I noted ${(body.match(TOKEN) ?? ['nothing']).slice(0, 5).join(', ')} and will be in touch.`;
    if (!body.startsWith('{"model":"m","stream":true')) {
      const message = { role: 'assistant', content };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }] }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pieces = content.match(/.{1,7}/gs);
    const next = () => {
      const piece = pieces.shift();
      const choice = piece ? { index: 0, delta: { content: piece } } : { index: 0, delta: {}, finish_reason: 'stop' };
      response.write(`data: ${JSON.stringify({ id: 'x', choices: [choice] })}\n\n`);
      if (piece) setTimeout(next, 2);
      else response.end('data: [DONE]\n\n');
    };
    next();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
