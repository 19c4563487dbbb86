import { Module } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import { Database } from '#lib/database';
import { AnswerProtector, CollectionDetector } from '#lib/deidentification';
import { SealedSecrets } from '#lib/keyring';
import { UpstreamStore } from '#lib/upstream';
import { Vault } from '#lib/vault';
import { AgentSessions } from '../agents/agent-sessions.js';
import { ChatAgents } from '../agents/chat-agents.js';
import { ResponsesAgents } from '../agents/responses-agents.js';
import { MetricsController } from '../http/metrics.controller.js';
import { Metrics } from '../http/metrics.js';
import { ToolsModule } from '../tools/tools.module.js';
import { ChatCompletionsController } from './chat-completions/chat-completions.controller.js';
import { CompletionsController } from './completions/completions.controller.js';
import { EmbeddingsController } from './embeddings/embeddings.controller.js';
import { GenerateContentController } from './generate-content/generate-content.controller.js';
import { MessagesController } from './messages/messages.controller.js';
import { ModelProxy } from './model-proxy.js';
import { ModelsController } from './models/models.controller.js';
import { OllamaController } from './ollama/ollama.controller.js';
import { ResponsesController } from './responses/responses.controller.js';
import { StoredResponses } from './responses/stored-responses.js';
import { UPSTREAMS_PROVIDER, Upstreams } from './upstreams.js';

/** The data plane: what clients of model APIs call. */
@Module({
  imports: [ToolsModule],
  controllers: [
    ChatCompletionsController,
    CompletionsController,
    EmbeddingsController,
    GenerateContentController,
    MessagesController,
    MetricsController,
    ModelsController,
    OllamaController,
    ResponsesController,
  ],
  providers: [
    Metrics,
    {
      provide: UpstreamStore,
      inject: [Database, SealedSecrets],
      useFactory: (database: Database, sealed: SealedSecrets) => UpstreamStore.open(database, sealed),
    },
    UPSTREAMS_PROVIDER,
    {
      provide: AnswerProtector,
      inject: [CollectionDetector, Vault, AuditLog],
      useFactory: (detector: CollectionDetector, vault: Vault, audit: AuditLog) =>
        new AnswerProtector(detector, vault, audit),
    },
    ModelProxy,
    StoredResponses,
    AgentSessions,
    ChatAgents,
    ResponsesAgents,
  ],
  exports: [Upstreams, UpstreamStore, AgentSessions, ChatAgents, ToolsModule],
})
export class ProxyModule {}
