import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { type ConsoleSession, LocalSignIn, PrincipalRegistry, SESSION_IDLE_SECONDS } from '#lib/identity';
import { Clock, DomainError, levelRank, type Principal } from '#lib/kernel';
import { ACTIONS, type Action, type DecisionRequest, PolicyStore } from '#lib/policy';
import type { SessionResponse } from './session.schema.js';

export interface PermissionHints {
  readonly permissions: readonly Action[];
  readonly conditionalPermissions: readonly Action[];
}

/** What the console knows of its session: who, and hints at what may be done. */
@Injectable()
export class SessionView {
  constructor(
    private readonly policies: PolicyStore,
    private readonly local: LocalSignIn,
    private readonly principals: PrincipalRegistry,
    private readonly clock: Clock,
  ) {}

  async of(session: ConsoleSession, sourceIp: string): Promise<z.input<typeof SessionResponse>> {
    const { principal, method, authenticatedAt, expiresAt, csrfToken } = session;
    const { tenantId, id, kind, roles, groups, purposes, collections, mfa = false } = principal;
    const [means, displayName, hints] = await Promise.all([
      this.local.means(tenantId, id),
      this.displayName(principal),
      this.hints(principal, sourceIp),
    ]);
    return {
      principal: {
        id,
        kind,
        displayName,
        tenantId,
        roles: [...roles],
        groups: [...groups],
        purposes: [...purposes],
        collections: [...collections],
      },
      permissions: [...hints.permissions],
      conditionalPermissions: [...hints.conditionalPermissions],
      method,
      mfa,
      ...means,
      authenticatedAt,
      expiresAt,
      idleSeconds: SESSION_IDLE_SECONDS,
      csrfToken: csrfToken.reveal(),
    };
  }

  private async displayName({ tenantId, id }: Principal): Promise<string> {
    try {
      return (await this.principals.get(tenantId, id)).displayName;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'resource.not_found') return '';
      throw error;
    }
  }

  /** By the evaluator that enforces, asked of the tenant and of each collection that the principal may name. */
  private async hints(principal: Principal, sourceIp: string): Promise<PermissionHints> {
    const policy = await this.policies.snapshot(principal.tenantId);
    const context = { now: this.clock.now(), sourceIp, mfa: principal.mfa ?? false };
    const collections = [...new Set(['*', ...principal.collections, 'default'])];
    const requests = (action: Action): DecisionRequest[] =>
      collections.map((collectionId) => ({
        principal,
        action,
        resource: { tenantId: principal.tenantId, collectionId },
        context,
      }));
    const withFactor = (request: DecisionRequest) => ({ ...request, context: { ...context, mfa: true } });
    const permissions = ACTIONS.filter((action) => requests(action).some((one) => granted(action, policy.decide(one))));
    const possible = ACTIONS.filter((action) =>
      requests(action).some((one) => granted(action, policy.atMost(withFactor(one)))),
    );
    return { permissions, conditionalPermissions: possible.filter((action) => !permissions.includes(action)) };
  }
}

/** To see a token is nothing that anybody needs a right for. */
function granted(
  action: Action,
  { allowed, level }: { allowed: boolean; level: Parameters<typeof levelRank>[0] },
): boolean {
  return allowed && (action !== 'vault:Reveal' || levelRank(level) > levelRank('token'));
}
