import { SetMetadata } from '@nestjs/common';
import type { Action } from '#lib/policy';

export const PERMISSION = 'pvg:permission';

/**
 * Names what a route takes. Every route must have one; the guard refuses a route without.
 *
 * - an action: the guard asks the policy.
 * - `exchange:` and an action: which collection it is asked of is known only with the body, so `ExchangeScopes.open` asks,
 *   before anything else is done (test/http/permissions.spec.ts tries each such route without the right).
 * - `self`: authenticated; it concerns nobody but the caller.
 * - `public`: no credentials. `values`: authenticated; the handler decides value by value.
 */
export type Permission = Action | `exchange:${Action}` | 'public' | 'self' | 'values';

export const RequirePermission = (permission: Permission) => SetMetadata(PERMISSION, permission);
