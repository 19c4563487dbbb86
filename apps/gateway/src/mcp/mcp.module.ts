import { Module } from '@nestjs/common';
import { ToolsModule } from '../tools/tools.module.js';
import { McpController } from './mcp.controller.js';

/** MCP servers behind the gateway. */
@Module({ imports: [ToolsModule], controllers: [McpController] })
export class McpModule {}
