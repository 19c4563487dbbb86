import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { DomainError } from '#lib/kernel';
import { Metrics } from './metrics.js';
import { RequirePermission } from './permission.js';

const NEAR: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];

/**
 * Prometheus text. Counts of the whole process, so no tenant's to read: only who connects directly from a private network
 * finds the route, and nobody through a proxy.
 */
@ApiExcludeController()
@Controller('metrics')
@RequirePermission('public')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!isNear(request)) throw new DomainError('route.unknown', { publicMessage: 'There is no such route.' });
    const { registry } = this.metrics;
    await reply.type(registry.contentType).send(await registry.metrics());
  }
}

function isNear({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = socket.remoteAddress ?? '';
  return ipaddr.isValid(address) && NEAR.includes(ipaddr.process(address).range());
}
