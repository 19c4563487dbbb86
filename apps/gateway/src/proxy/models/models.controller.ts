import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import type { UpstreamConfig } from '#lib/config';
import { nothingOfCallers } from '#lib/deidentification';
import { DomainError } from '#lib/kernel';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { parseOrNull } from '../parse-or-null.js';
import { readBody } from '../read-body.js';
import { Upstreams } from '../upstreams.js';

const Model = z.looseObject({ id: z.string() });
const ModelList = z.looseObject({ data: z.array(Model) });

/** The models of all upstreams, in OpenAI's shape. */
@Controller('v1/models')
@RequirePermission('exchange:gateway:Invoke')
export class ModelsController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly upstreams: Upstreams,
  ) {}

  @Get()
  async list(
    @CurrentRequest() request: AuthenticatedRequest,
  ): Promise<{ object: 'list'; data: z.infer<typeof Model>[] }> {
    await this.scopes.open({ request });
    const lists = await Promise.all(this.upstreams.ofFamily('openai').map((upstream) => this.modelsOf(upstream)));
    const byId = new Map(lists.flat().map((model) => [model.id, model]));
    return { object: 'list', data: [...byId.values()] };
  }

  private async modelsOf(upstream: UpstreamConfig): Promise<z.infer<typeof Model>[]> {
    if (upstream.models.length > 0) {
      return upstream.models.map((id) => ({ id, object: 'model', created: 0, owned_by: upstream.name }));
    }
    const call = nothingOfCallers({ method: 'GET' as const, path: '/models', accept: 'application/json' });
    const answer = await this.upstreams.client.send(upstream, call, AbortSignal.timeout(upstream.firstByteTimeoutMs));
    const body = await readBody(answer.body);
    const parsed = answer.status === 200 ? ModelList.safeParse(parseOrNull(body)) : undefined;
    if (!parsed?.success) {
      throw new DomainError('upstream.rejected', {
        publicMessage: 'The upstream did not give its list of models.',
        facts: { upstream: upstream.name, status: answer.status },
      });
    }
    return parsed.data.data;
  }
}
