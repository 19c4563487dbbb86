import { Controller, Get } from '@nestjs/common';
import { Database } from '#lib/database';
import { Upstreams } from '../proxy/upstreams.js';
import { RequirePermission } from './permission.js';

/** For load balancers: alive, and able to serve. */
@Controller()
@RequirePermission('public')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly upstreams: Upstreams,
  ) {}

  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * 503 while the database cannot be reached: a gateway without it serves nothing. Upstreams of the configuration are only
   * counted: one that is down is no reason to take the gateway out of service.
   */
  @Get('readyz')
  async ready(): Promise<{ status: 'ok'; upstreams: { configured: number; down: number } }> {
    await this.database.withoutTenant((client) => client.query('SELECT 1'));
    const { configured } = this.upstreams;
    const down = configured.filter((upstream) => this.upstreams.healthOf(upstream).state === 'down').length;
    return { status: 'ok', upstreams: { configured: configured.length, down } };
  }
}
