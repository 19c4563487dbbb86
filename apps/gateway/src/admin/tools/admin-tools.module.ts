import { Module } from '@nestjs/common';
import { ToolsModule } from '../../tools/tools.module.js';
import { AdminAudit } from '../admin-audit.js';
import { McpServersController } from './mcp-servers.controller.js';
import { ToolsController } from './tools.controller.js';

/** Managing tools and MCP servers. */
@Module({ imports: [ToolsModule], controllers: [ToolsController, McpServersController], providers: [AdminAudit] })
export class AdminToolsModule {}
