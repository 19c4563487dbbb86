import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError } from '#lib/kernel';
import { type PolicyVersion, PolicyVersions } from '#lib/policy';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { PolicyId, ReviewRequest, ShadowRequest, VersionNumber, VersionResponse } from './policies.schema.js';
import { versionEvent } from './version-event.js';

/** The way of a version from draft to being in force, and back. Every step names the version as last read. */
@ApiTags('Policies')
@Controller('admin/v1/policies/:policyId')
export class PolicyReviewController {
  constructor(
    private readonly versions: PolicyVersions,
    private readonly audit: AdminAudit,
  ) {}

  /** draft → review. Refused when the version gives rights that its author doesn't hold. */
  @Post('versions/:version/submit')
  @RequirePermission('policy:Write')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async submit(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
  ): Promise<PolicyVersion> {
    const submitted = await this.versions.submit(request.user, { policyId, version, etag });
    await this.audit.record(request, versionEvent('policy_version.submitted', submitted));
    return submitted;
  }

  /** review → approved, by somebody who didn't write in it. */
  @Post('versions/:version/approve')
  @RequirePermission('policy:Approve')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async approve(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
    @Body({ schema: ReviewRequest }) { note }: ReviewRequest,
  ): Promise<PolicyVersion> {
    return this.review(request, { policyId, version, etag }, true, note);
  }

  /** review → rejected. */
  @Post('versions/:version/reject')
  @RequirePermission('policy:Approve')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async reject(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
    @Body({ schema: ReviewRequest }) { note }: ReviewRequest,
  ): Promise<PolicyVersion> {
    return this.review(request, { policyId, version, etag }, false, note);
  }

  /** Puts a version in force, here at once and on every replica within a second. A retired one may come back. */
  @Post('versions/:version/activate')
  @RequirePermission('policy:Activate')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async activate(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
  ): Promise<PolicyVersion> {
    const before = await this.versions.get(request.user.tenantId, policyId, version);
    const active = await this.versions.activate(request.user, { policyId, version, etag });
    await this.audit.record(request, versionEvent('policy_version.activated', active, { before: before.state }));
    return active;
  }

  /** Puts back in force what was before. If-Match names the version that is active now. */
  @Post('rollback')
  @RequirePermission('policy:Activate')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async rollBack(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
  ): Promise<PolicyVersion> {
    const versions = await this.versions.list(request.user.tenantId, policyId);
    const active = versions.find(({ state }) => state === 'active');
    if (!active) throw new DomainError('resource.not_found', { publicMessage: 'The policy has no active version.' });
    if (active.etag !== etag) {
      throw new DomainError('precondition.failed', {
        publicMessage: 'Another version is active now, or it was changed. Read it again.',
        facts: { etag: active.etag },
      });
    }
    const [previous] = versions
      .filter(({ state, activatedAt }) => state === 'retired' && activatedAt !== null)
      .sort((a, b) => b.activatedAt!.getTime() - a.activatedAt!.getTime());
    if (!previous) {
      throw new DomainError('policy.conflict', { publicMessage: 'No version was active before this one.' });
    }
    const { version, etag: previousTag } = previous;
    const back = await this.versions.activate(request.user, { policyId, version, etag: previousTag });
    await this.audit.record(request, versionEvent('policy_version.rolled_back', back, { from: active.version }));
    return back;
  }

  /** From now on, records what the version would decide otherwise, without enforcing it. */
  @Post('versions/:version/shadow')
  @RequirePermission('policy:Write')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async setShadow(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
    @Body({ schema: ShadowRequest }) { shadow }: ShadowRequest,
  ): Promise<PolicyVersion> {
    const changed = await this.versions.setShadow(request.user, { policyId, version, etag }, shadow);
    await this.audit.record(request, versionEvent('policy_version.shadowed', changed, { shadow }));
    return changed;
  }

  private async review(
    request: AuthenticatedRequest,
    ref: { policyId: string; version: number; etag: string },
    approve: boolean,
    note: string | undefined,
  ): Promise<PolicyVersion> {
    const verdict = { approve, ...(note !== undefined && { note }) };
    const reviewed = await this.versions.review(request.user, ref, verdict);
    const action = approve ? 'policy_version.approved' : 'policy_version.rejected';
    await this.audit.record(request, versionEvent(action, reviewed));
    return reviewed;
  }
}
