import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { KeyRotations } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { KeyRotationRunner } from './key-rotation-runner.js';
import {
  KekVersion,
  KeyStatusResponse,
  RotateKeysRequest,
  RotationId,
  RotationList,
  RotationResponse,
} from './keys.schema.js';

/** The tenant's keys: what they are, and changing them while they are in use. No answer holds a key. */
@ApiTags('Keys')
@Controller('admin/v1/keys')
export class KeysController {
  constructor(
    private readonly rotations: KeyRotations,
    private readonly runner: KeyRotationRunner,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('keys:Read')
  @Responds(KeyStatusResponse)
  status(@CurrentRequest() request: AuthenticatedRequest) {
    return this.rotations.status(request.user.tenantId);
  }

  @Get('rotations')
  @RequirePermission('keys:Read')
  @Responds(RotationList)
  async list(@CurrentRequest() request: AuthenticatedRequest) {
    return { items: await this.rotations.list(request.user.tenantId) };
  }

  /** Switches to a new key and re-wraps, re-encrypts or re-indexes in the background. 409 while one of the kind runs. */
  @Post('rotate')
  @RequirePermission('keys:Rotate')
  @Responds(RotationResponse, { status: 202 })
  async rotate(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: RotateKeysRequest }) { kind, reason }: RotateKeysRequest,
  ) {
    const { tenantId } = request.user;
    const facts = { rotated: kind, because: reason };
    // Before it is done: keys never change without a record of who asked for it.
    await this.audit.record(request, {
      action: 'key_rotation.requested',
      resource: { kind: 'key_rotation' },
      facts,
    });
    const rotation = await this.rotations.begin(tenantId, kind, reason);
    this.runner.start(tenantId, rotation);
    await this.audit.record(request, {
      action: 'key_rotation.begun',
      resource: { kind: 'key_rotation', id: rotation.id },
      facts,
    });
    return rotation;
  }

  /** Stops a rotation after the batch that it is at; what it has done stays done. Values stay readable meanwhile. */
  @Post('rotations/:id/pause')
  @RequirePermission('keys:Rotate')
  @Responds(RotationResponse)
  async pause(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: RotationId }) id: string) {
    const { tenantId } = request.user;
    const rotation = await this.rotations.pause(tenantId, id);
    await this.audit.record(request, { action: 'key_rotation.paused', resource: { kind: 'key_rotation', id } });
    return rotation;
  }

  /** Lets a paused rotation go on in the background. */
  @Post('rotations/:id/resume')
  @RequirePermission('keys:Rotate')
  @Responds(RotationResponse, { status: 202 })
  async resume(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: RotationId }) id: string) {
    const { tenantId } = request.user;
    await this.audit.record(request, { action: 'key_rotation.resumed', resource: { kind: 'key_rotation', id } });
    const rotation = await this.rotations.unpause(tenantId, id);
    this.runner.start(tenantId, rotation);
    return rotation;
  }

  /** Goes on, in the background, with every rotation that was cut off. */
  @Post('rewrap')
  @RequirePermission('keys:Rotate')
  @Responds(RotationList, { status: 202 })
  async rewrap(@CurrentRequest() request: AuthenticatedRequest) {
    const { tenantId } = request.user;
    const running = (await this.rotations.list(tenantId)).filter(({ state }) => state === 'running');
    await this.audit.record(request, {
      action: 'key_rotation.resumed',
      resource: { kind: 'key_rotation' },
      facts: { rotations: running.map(({ id }) => id) },
    });
    for (const rotation of running) this.runner.start(tenantId, rotation);
    return { items: running };
  }

  /** Destroys a version that wraps nothing any more. 409 while it does; recorded before it is done, since it can't be undone. */
  @Post('keks/:version/retire')
  @RequirePermission('keys:Rotate')
  @Responds(KeyStatusResponse)
  async retire(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('version', { schema: KekVersion }) version: number,
  ) {
    const { tenantId } = request.user;
    const resource = { kind: 'key_encryption_key', id: String(version) };
    await this.audit.record(request, { action: 'key_retirement.requested', resource });
    const { slot } = await this.rotations.retireKek(tenantId, version);
    await this.audit.record(request, { action: 'key.retired', resource, facts: { slot } });
    return this.rotations.status(tenantId);
  }
}
