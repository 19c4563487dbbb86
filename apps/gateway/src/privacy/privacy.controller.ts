import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import {
  CollectionDetector,
  compileDetection,
  Deidentifier,
  type DetectionSettings,
  Reidentifier,
} from '#lib/deidentification';
import type { DetectionOptions, Finding } from '#lib/detection';
import { DomainError } from '#lib/kernel';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Describes } from '../http/responds.js';
import { openShape } from './opened-shape.js';
import {
  DeidentifyRequest,
  DeidentifyResponse,
  InspectRequest,
  InspectResponse,
  ReidentifyRequest,
  ReidentifyResponse,
} from './privacy.schema.js';

/** Texts, JSON and chat messages, outside of any call to a model. */
@Controller('v1/privacy')
export class PrivacyController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly detector: CollectionDetector,
    private readonly deidentifier: Deidentifier,
    private readonly reidentifier: Reidentifier,
  ) {}

  @Post('inspect')
  @HttpCode(200)
  @RequirePermission('exchange:privacy:Inspect')
  @Describes(InspectResponse)
  async inspect(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: InspectRequest }) body: InspectRequest,
  ) {
    const { principal, collectionId, detection } = await this.scopes.open({
      request,
      collectionId: body.collection,
      detection: {
        ...detectionOf(body),
        ...(body.types && { types: body.types }),
        ...(body.language !== undefined && { language: body.language }),
      },
    });
    const { tenantId } = principal;
    const results: { findings: readonly Finding[] }[] = [];
    for (const text of body.texts) {
      const task = { tenantId, collectionId, texts: [{ text }], ...(detection && { own: detection }) };
      const [findings] = await this.detector.findAll(task);
      results.push({ findings: findings ?? [] });
    }
    return { results };
  }

  /** The part given comes back byte for byte but for the values; numbers and spacing stay as they were. */
  @Post('deidentify')
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  @RequirePermission('exchange:document:Deidentify')
  @Describes(DeidentifyResponse)
  async deidentify(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: DeidentifyRequest }) input: DeidentifyRequest,
  ): Promise<string> {
    const scope = await this.scopes.open({
      request,
      collectionId: input.collection,
      detection: detectionOf(input),
    });
    const { shape, body, part } = openShape(request.body as string);
    const { text, entities } = await this.deidentifier.deidentify(scope, body, {
      surface: 'privacy.deidentify',
      ...(input.as && { form: input.as }),
    });
    return `{"${shape}":${part(text.body)},"entities":${JSON.stringify(entities)}}`;
  }

  @Post('reidentify')
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  @RequirePermission('exchange:document:Deidentify')
  @Describes(ReidentifyResponse)
  async reidentify(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: ReidentifyRequest }) input: ReidentifyRequest,
  ): Promise<string> {
    const scope = await this.scopes.open({ request, collectionId: input.collection });
    const { shape, body, part } = openShape(request.body as string);
    const { text, unresolved } = await this.reidentifier.reidentify(scope, body, 'privacy.reidentify');
    return `{"${shape}":${part(text)},"unresolved":${JSON.stringify(unresolved)}}`;
  }
}

function detectionOf({ detection }: { readonly detection?: DetectionSettings | undefined }): DetectionOptions {
  return detection ? inBody(() => compileDetection(detection)) : {};
}

/** Pointers of the settings, in the body that holds them. */
function inBody<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.pointer === undefined) throw error;
    const { code, publicMessage, pointer } = error;
    throw new DomainError(code, { publicMessage, pointer: `/detection${pointer}` });
  }
}
