import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '#lib/config';
import { newRequestId } from '#lib/kernel';
import { AppModule } from './app.module.js';
import { installUploads } from './documents/upload.js';
import { installBodyParser } from './http/body-parser.js';
import { createLogger, NestLogger } from './http/logger.js';
import { OpenApiController } from './http/openapi.controller.js';
import { describeApi } from './http/openapi.js';
import { installRequestLog } from './http/request-log.js';
import { installRouteTable } from './http/route-table.js';

const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;

export interface Gateway {
  readonly app: NestFastifyApplication;
  /** The address it listens at. */
  readonly url: string;
}

/** Opens everything and listens. Rejects, with everything closed again, when any part cannot be opened. */
export async function createGateway(config: Config): Promise<Gateway> {
  const logger = createLogger(config);
  const adapter = new FastifyAdapter({
    logger: false,
    bodyLimit: config.bodyLimitBytes,
    genReqId: newRequestId,
    requestIdHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: 'idle',
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config, logger), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  try {
    const fastify = adapter.getInstance();
    installBodyParser(fastify);
    await installUploads(fastify);
    installRequestLog(fastify, logger);
    installRouteTable(fastify);
    await app.init();
    app.get(OpenApiController).publish(describeApi(app));
    await app.listen(config.port, config.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  return { app, url: (await app.getUrl()).replace('[::1]', '127.0.0.1') };
}
