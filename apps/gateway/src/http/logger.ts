import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '#lib/config';

export const LOGGER = Symbol('logger');

/**
 * The process's log, on stderr: ids, counts, durations and codes. Pretty on a terminal, JSON lines elsewhere. Header and
 * body names that could carry secrets are cut out even if somebody logs them by mistake.
 */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  stream: NodeJS.WriteStream & { fd: number } = process.stderr,
): Logger {
  const destination: DestinationStream = stream.isTTY ? pretty({ destination: stream.fd, colorize: true }) : stream;
  return pino(
    {
      level: config.logLevel,
      base: null,
      redact: { paths: ['headers', '*.headers', 'body', '*.body', 'authorization', '*.authorization'], remove: true },
    },
    destination,
  );
}

/** Nest's own messages: warnings and errors by context only, since their text can quote a request. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}

  warn(_message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ context: contextOf(rest) }, 'framework warning');
  }

  error(_message: unknown, ...rest: unknown[]): void {
    this.logger.error({ context: contextOf(rest) }, 'framework error');
  }
}

function contextOf(rest: readonly unknown[]): string {
  const last = rest.at(-1);
  return typeof last === 'string' && last.length < 60 ? last : 'nest';
}
