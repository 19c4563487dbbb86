import { bareVaultToken, type Principal, type RevealLevel, type TextSlot, type VaultToken } from '#lib/kernel';
import type { Vault } from '#lib/vault';
import type { ExchangeScope } from './exchange.js';
import type { Issued } from './reidentifier.js';
import { renderAt } from './restoration.js';
import { RevealDecider, type RevealDecision } from './reveal.js';
import { type StandIn, standInText } from './stand-ins.js';

/** What one recipient may see of the values of an exchange. */
export interface RecipientView {
  readonly scope: ExchangeScope;
  readonly decisions: readonly RevealDecision[];
  readonly levels: ReadonlyMap<VaultToken, RevealLevel>;
}

/** A recipient supplied nothing itself: only what the policy lets it see of such values anywhere. */
export async function viewOf(
  vault: Vault,
  scope: ExchangeScope,
  recipient: Principal,
  issued: readonly Issued[],
): Promise<RecipientView> {
  const own = { ...scope, principal: recipient };
  const decider = await RevealDecider.open(
    vault,
    own,
    issued.map(({ record }) => record.collectionId),
  );
  const decisions = issued.map(({ record }) => decider.decide(record, false));
  return { scope: own, decisions, levels: new Map(decisions.map(({ record, level }) => [record.token, level])) };
}

/**
 * What stands for a value where it was found: for whom no policy trusts, what its collection says. Null where the value
 * itself stays. Of a value in a form that can't be turned back nothing is kept, so that no policy can show it.
 */
export function textFor(standIn: StandIn, { mode }: TextSlot, value: string, view?: RecipientView): string | null {
  const { token, type } = standIn;
  const level = token === null ? 'token' : (view?.levels.get(token) ?? 'token');
  if (token === null || level === 'token') return standInText(standIn, mode);
  if (level === 'plain') return null;
  return mode === 'bare' ? bareVaultToken(token) : renderAt(level, token, type, () => value);
}
