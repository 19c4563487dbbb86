import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (response: ServerResponse, body: string, incoming: IncomingMessage) => void;

export interface ScriptedServer {
  readonly origin: string;
  /** Of the requests so far. */
  readonly bodies: string[];
  readonly requests: IncomingMessage[];
  /** The replies to come, one each; the last repeats. */
  script(...handlers: Handler[]): void;
  close(): Promise<void>;
}

/** A loopback HTTP server that answers as it is told. */
export async function startScriptedServer(...handlers: Handler[]): Promise<ScriptedServer> {
  let replies = handlers;
  const bodies: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      bodies.push(body);
      requests.push(incoming);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply) reply(response, body, incoming);
      else response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    requests,
    script: (...next) => {
      replies = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Handler =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
