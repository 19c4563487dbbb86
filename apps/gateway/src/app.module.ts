import { type DynamicModule, Module, StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Config } from '#lib/config';
import { AdminModule } from './admin/admin.module.js';
import { AdminToolsModule } from './admin/tools/admin-tools.module.js';
import { AgentsModule } from './agents/agents.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CoreModule } from './core.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { EntityTagInterceptor } from './http/entity-tag.js';
import { HealthController } from './http/health.controller.js';
import { OpenApiController } from './http/openapi.controller.js';
import { PermissionGuard } from './http/permission.guard.js';
import { ProblemFilter } from './http/problem.filter.js';
import { RequestBodyPipe } from './http/request-body.pipe.js';
import { McpModule } from './mcp/mcp.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { ProxyModule } from './proxy/proxy.module.js';
import { SessionModule } from './session/session.module.js';
import { VaultModule } from './vault/vault.module.js';

/** One module for each group of routes, over the libraries of `CoreModule`. */
@Module({})
export class AppModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.forRoot(config, logger),
        ProxyModule,
        AgentsModule,
        McpModule,
        PrivacyModule,
        VaultModule,
        DocumentsModule,
        AdminModule,
        AdminToolsModule,
        SessionModule,
        ConsoleModule,
      ],
      controllers: [HealthController, OpenApiController],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: PermissionGuard },
        { provide: APP_INTERCEPTOR, useClass: StandardSchemaSerializerInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor },
        { provide: APP_PIPE, useClass: RequestBodyPipe },
      ],
    };
  }
}
