import { Module } from '@nestjs/common';
import { ChatCompletionsController } from './chat-completions/chat-completions.controller.js';
import { ChatCompletions } from './chat-completions/chat-completions.js';
import { ModelsController } from './models/models.controller.js';
import { UPSTREAMS_PROVIDER } from './upstreams.js';

/** The data plane: what clients of model APIs call. */
@Module({
  controllers: [ChatCompletionsController, ModelsController],
  providers: [UPSTREAMS_PROVIDER, ChatCompletions],
})
export class ProxyModule {}
