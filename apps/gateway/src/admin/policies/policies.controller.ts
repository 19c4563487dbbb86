import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  checkPolicy,
  diffPolicies,
  lintPolicy,
  type PolicyVersion,
  PolicyVersions,
  parsePolicy,
  policyJsonSchema,
} from '#lib/policy';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import {
  CreateDraftRequest,
  DiffQuery,
  DiffResponse,
  LintRequest,
  LintResponse,
  PolicyId,
  PolicyList,
  UpdateDraftRequest,
  VersionList,
  VersionNumber,
  VersionResponse,
} from './policies.schema.js';
import { versionEvent } from './version-event.js';

/** Policies and their versions: reading, drafting, checking. */
@ApiTags('Policies')
@Controller('admin/v1/policies')
export class PoliciesController {
  constructor(
    private readonly versions: PolicyVersions,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('policy:Read')
  @Responds(PolicyList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    const versions = await this.versions.list(request.user.tenantId);
    const ids = [...new Set(versions.map(({ policyId }) => policyId))];
    const policies = ids.map((id) =>
      summaryOf(
        id,
        versions.filter(({ policyId }) => policyId === id),
      ),
    );
    return pageFrom(policies, page, (policy) => policy.id);
  }

  /** The JSON Schema (draft 2020-12) of policy documents, for editors. */
  @Get('schema')
  @RequirePermission('policy:Read')
  @ApiOkResponse({ description: 'The JSON Schema of policy documents.' })
  schema(): Record<string, unknown> {
    return policyJsonSchema();
  }

  /** Tells what is wrong or doubtful about a document, without storing it. */
  @Post('lint')
  @RequirePermission('policy:Read')
  @Responds(LintResponse)
  lint(@CurrentRequest() request: AuthenticatedRequest, @Body({ schema: LintRequest }) { document }: LintRequest) {
    const issues = checkPolicy(document);
    const findings = issues.length > 0 ? [] : lintPolicy(parsePolicy(document), request.user.tenantId);
    return { valid: issues.length === 0, issues, findings };
  }

  @Get(':policyId/versions')
  @RequirePermission('policy:Read')
  @Responds(VersionList)
  async listVersions(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Query({ schema: PageQuery }) page: PageQuery,
  ) {
    const versions = await this.versions.list(request.user.tenantId, policyId);
    return pageFrom(versions, page, (version) => String(version.version));
  }

  @Get(':policyId/versions/:version')
  @RequirePermission('policy:Read')
  @Responds(VersionResponse)
  get(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
  ): Promise<PolicyVersion> {
    return this.versions.get(request.user.tenantId, policyId, version);
  }

  /** A new version in state draft; the policy is made with its first version. */
  @Post(':policyId/versions')
  @RequirePermission('policy:Write')
  @Responds(VersionResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Body({ schema: CreateDraftRequest }) { document, note }: CreateDraftRequest,
  ): Promise<PolicyVersion> {
    const made = await this.versions.createDraft(request.user, {
      policyId,
      document,
      ...(note !== undefined && { note }),
    });
    await this.audit.record(request, versionEvent('policy_draft.created', made));
    return made;
  }

  /** Changes a draft. 428 without If-Match, 412 when it was changed meanwhile, 409 when it is no draft any more. */
  @Put(':policyId/versions/:version')
  @RequirePermission('policy:Write')
  @TakesIfMatch()
  @Responds(VersionResponse)
  async update(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
    @Body({ schema: UpdateDraftRequest }) { document, note }: UpdateDraftRequest,
  ): Promise<PolicyVersion> {
    const saved = await this.versions.updateDraft(
      request.user,
      { policyId, version, etag },
      { ...(document !== undefined && { document }), ...(note !== undefined && { note }) },
    );
    await this.audit.record(request, versionEvent('policy_draft.saved', saved));
    return saved;
  }

  /** What changes from one version to another, by statement. */
  @Get(':policyId/diff')
  @RequirePermission('policy:Read')
  @Responds(DiffResponse)
  async diff(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Query({ schema: DiffQuery }) { from, to }: DiffQuery,
  ) {
    const { tenantId } = request.user;
    const before = await this.versions.get(tenantId, policyId, from);
    const after = await this.versions.get(tenantId, policyId, to);
    return diffPolicies(before.document, after.document);
  }
}

const OPEN: ReadonlySet<PolicyVersion['state']> = new Set(['draft', 'review', 'approved']);

/** Of versions given newest first. */
function summaryOf(id: string, versions: readonly PolicyVersion[]) {
  return {
    id,
    active: versions.find(({ state }) => state === 'active') ?? null,
    latest: versions[0]!,
    open: versions.filter(({ state }) => OPEN.has(state)),
  };
}
