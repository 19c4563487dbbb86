import { Controller, Get } from '@nestjs/common';
import { Database } from '#lib/database';
import { RequirePermission } from './permission.js';

/** For load balancers: alive, and able to serve. */
@Controller()
@RequirePermission('public')
export class HealthController {
  constructor(private readonly database: Database) {}

  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 503 while the database cannot be reached: a gateway without it serves nothing. */
  @Get('readyz')
  async ready(): Promise<{ status: 'ok' }> {
    await this.database.withoutTenant((client) => client.query('SELECT 1'));
    return { status: 'ok' };
  }
}
