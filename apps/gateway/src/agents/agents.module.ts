import { Module } from '@nestjs/common';
import { ProxyModule } from '../proxy/proxy.module.js';
import { AgentsController } from './agents.controller.js';

/** Runs of agents. */
@Module({ imports: [ProxyModule], controllers: [AgentsController] })
export class AgentsModule {}
