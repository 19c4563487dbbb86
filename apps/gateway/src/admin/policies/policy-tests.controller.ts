import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { PolicyVersions } from '#lib/policy';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { PolicyId, PutTestRequest, TestList, TestRun, VersionNumber } from './policies.schema.js';

const TestName = z
  .string()
  .regex(/^\S.{0,199}$/, { message: 'must be a name of at most 200 characters' })
  .meta({ description: 'The name of a test, unique in the policy.' });

/** Tests stored with a policy: no version that fails one becomes active. */
@ApiTags('Policies')
@Controller('admin/v1/policies/:policyId')
export class PolicyTestsController {
  constructor(
    private readonly versions: PolicyVersions,
    private readonly audit: AdminAudit,
  ) {}

  @Get('tests')
  @RequirePermission('policy:Read')
  @Responds(TestList)
  async list(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
  ) {
    return { items: await this.versions.tests(request.user.tenantId, policyId) };
  }

  /** Stores a test under its name, in place of one that has it. */
  @Put('tests/:name')
  @RequirePermission('policy:Write')
  @RespondsNothing()
  async put(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('name', { schema: TestName }) name: string,
    @Body({ schema: PutTestRequest }) test: PutTestRequest,
  ): Promise<void> {
    await this.versions.putTest(request.user, policyId, { name, ...test });
    await this.audit.record(request, { action: 'policy_test.stored', resource: { kind: 'policy', id: policyId } });
  }

  @Delete('tests/:name')
  @RequirePermission('policy:Write')
  @RespondsNothing()
  async delete(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('name', { schema: TestName }) name: string,
  ): Promise<void> {
    await this.versions.deleteTest(request.user, policyId, name);
    await this.audit.record(request, { action: 'policy_test.deleted', resource: { kind: 'policy', id: policyId } });
  }

  /** Runs the stored tests against what would be in force with the version active. */
  @Post('versions/:version/tests')
  @RequirePermission('policy:Read')
  @Responds(TestRun)
  async run(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('policyId', { schema: PolicyId }) policyId: string,
    @Param('version', { schema: VersionNumber }) version: number,
  ) {
    const results = await this.versions.runTests(request.user.tenantId, policyId, version);
    return { passed: results.every(({ passed }) => passed), results };
  }
}
