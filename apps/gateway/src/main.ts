import 'reflect-metadata';
import { loadConfig } from '#lib/config';
import { DomainError } from '#lib/kernel';
import { createGateway } from './create-gateway.js';

const SHUTDOWN_LIMIT_MS = 15_000;

try {
  const { app, url } = await createGateway(loadConfig());
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      // A request that will not end must not keep the process; the embedded database recovers what it acknowledged.
      setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
} catch (error) {
  process.stderr.write(`pvg cannot start: ${explain(error)}\n`);
  process.exit(1);
}

/** What an operator can act on. Errors of ours carry no user data; of others only the kind is told. */
function explain(error: unknown): string {
  if (error instanceof DomainError) {
    return `${error.publicMessage}${error.detail === undefined ? '' : ` (${error.detail})`} [${error.code}]`;
  }
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE') {
    return 'the port is taken. Set PVG_PORT to another, or to 0 for any.';
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
}
