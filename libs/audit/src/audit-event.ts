import type { PrincipalKind, RevealLevel } from '#lib/kernel';

/**
 * Who did what to which thing, and who decided that they may. Ids, counts and names of types: never a value, a prompt or
 * a policy's input.
 */
export interface AuditEvent {
  readonly tenantId: string;
  /** `noun.verb_in_past_tense`: `vault_token.revealed`. */
  readonly action: string;
  readonly actor: { readonly id: string; readonly kind: PrincipalKind; readonly onBehalfOf?: string };
  readonly resource: {
    readonly kind: string;
    readonly id?: string;
    readonly infoType?: string;
    readonly collection?: string;
  };
  readonly purpose?: string;
  /** The caller's words, at most 200 characters: the one free text. Whoever takes it from a request de-identifies it. */
  readonly reason?: string;
  readonly decision?: {
    readonly level?: RevealLevel;
    readonly allowed: boolean;
    /** The ids of the statements. */
    readonly decidedBy: readonly string[];
    readonly policyHash: string;
  };
  readonly requestId: string;
  /** `tokens` lists the vault tokens that the event is about: it can then be found by any of them. */
  readonly facts?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** An event as the log holds it. */
export interface AuditRecord extends AuditEvent {
  /** Gapless in its tenant, from 1. */
  readonly sequence: number;
  readonly recordedAt: string;
  /** Of the chain, hexadecimal. */
  readonly hash: string;
}
