import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import type { UpstreamConfig } from '#lib/config';
import { nothingOfCallers } from '#lib/deidentification';
import { DomainError } from '#lib/kernel';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { modelListPath } from '../model-list.js';
import { parseOrNull } from '../parse-or-null.js';
import { readBody } from '../read-body.js';
import { SURFACES } from '../surface.js';
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
    const upstreams = await this.upstreams.ofFamilies(request.user.tenantId, SURFACES.chatCompletions.families);
    const lists = await Promise.allSettled(upstreams.map((upstream) => this.modelsOf(upstream)));
    const given = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
    const failed = lists.find((list) => list.status === 'rejected');
    // One that is down hides its own models, not those of the others.
    if (failed && given.length === 0) throw failed.reason;
    const byId = new Map(given.flat().map((model) => [model.id, model]));
    return { object: 'list', data: [...byId.values()] };
  }

  private async modelsOf(upstream: UpstreamConfig): Promise<z.infer<typeof Model>[]> {
    if (upstream.models.length > 0) {
      return upstream.models.map((id) => ({ id, object: 'model', created: 0, owned_by: upstream.name }));
    }
    const call = nothingOfCallers({
      method: 'GET' as const,
      path: modelListPath(upstream),
      accept: 'application/json',
    });
    const answer = await this.upstreams.router.call(upstream, call, AbortSignal.timeout(upstream.firstByteTimeoutMs));
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
