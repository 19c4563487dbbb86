import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError, parseVaultToken, type VaultToken } from '#lib/kernel';
import { Subjects } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { PageQuery } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { SubjectId } from '../vault.schema.js';
import { SubjectAccess } from './subject-access.js';
import { CreateSubjectRequest, LinkRequest, LinkResponse, SubjectList, SubjectResponse } from './subjects.schema.js';

const TOKENS_PER_EVENT = 500;

/** Data subjects and the values that are linked to them. Tokens only; no answer here holds a value. */
@ApiTags('Subjects')
@Controller('v1/subjects')
export class SubjectsController {
  constructor(
    private readonly access: SubjectAccess,
    private readonly subjects: Subjects,
  ) {}

  @Post()
  @RequirePermission('exchange:vault:Link')
  @Responds(SubjectResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreateSubjectRequest }) { id }: CreateSubjectRequest,
  ) {
    const scope = await this.access.open(request, id);
    const made = await this.subjects.create(scope.principal.tenantId, id);
    await this.access.record(scope, 'subject.created', made.id);
    return made;
  }

  @Get()
  @RequirePermission('exchange:vault:Link')
  @Responds(SubjectList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    const { principal } = await this.access.open(request);
    const { limit, after } = page;
    const found = await this.subjects.list(principal.tenantId, {
      limit: limit + 1,
      ...(after !== undefined && { after }),
    });
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? items.at(-1)!.id : null };
  }

  @Get(':id')
  @RequirePermission('exchange:vault:Link')
  @Responds(SubjectResponse)
  async get(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: SubjectId }) id: string) {
    const { principal } = await this.access.open(request, id);
    return this.subjects.get(principal.tenantId, id);
  }

  /** Links values to a subject, which is made if it is not there. */
  @Post(':id/link')
  @RequirePermission('exchange:vault:Link')
  @Responds(LinkResponse)
  async link(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
    @Body({ schema: LinkRequest }) { tokens }: LinkRequest,
  ) {
    const scope = await this.access.open(request, id);
    const linked = await this.subjects.link(scope.principal.tenantId, id, tokensOf(tokens));
    for (const some of chunks(linked)) await this.access.record(scope, 'subject.linked', id, { tokens: some });
    return { tokens: linked };
  }

  /** Takes values from a subject; they stay in the vault. */
  @Post(':id/unlink')
  @RequirePermission('exchange:vault:Link')
  @Responds(LinkResponse)
  async unlink(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: SubjectId }) id: string,
    @Body({ schema: LinkRequest }) { tokens }: LinkRequest,
  ) {
    const scope = await this.access.open(request, id);
    const unlinked = await this.subjects.unlink(scope.principal.tenantId, id, tokensOf(tokens));
    for (const some of chunks(unlinked)) await this.access.record(scope, 'subject.unlinked', id, { tokens: some });
    return { tokens: unlinked };
  }
}

/** Throws `request.invalid` with the place of what is no token. */
export function tokensOf(texts: readonly string[]): VaultToken[] {
  return texts.map((text, index) => {
    const token = parseVaultToken(text)?.token;
    if (token) return token;
    throw new DomainError('request.invalid', {
      publicMessage: `/tokens/${index} is not a vault token such as [EMAIL_7Q4KX2M9WA].`,
      pointer: `/tokens/${index}`,
    });
  });
}

function chunks(tokens: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(tokens.length / TOKENS_PER_EVENT) }, (_, index) =>
    tokens.slice(index * TOKENS_PER_EVENT, (index + 1) * TOKENS_PER_EVENT),
  );
}
