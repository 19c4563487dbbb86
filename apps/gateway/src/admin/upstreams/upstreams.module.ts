import { Module } from '@nestjs/common';
import { ProxyModule } from '../../proxy/proxy.module.js';
import { AdminAudit } from '../admin-audit.js';
import { ManagedUpstreams } from './managed-upstreams.js';
import { UpstreamsController } from './upstreams.controller.js';

/** Managing what the data plane calls. */
@Module({
  imports: [ProxyModule],
  controllers: [UpstreamsController],
  providers: [AdminAudit, ManagedUpstreams],
  exports: [ManagedUpstreams],
})
export class UpstreamsModule {}
