/** Every error code of the product. Stable: clients and tests rely on them. */
export type ErrorCode =
  | 'request.malformed'
  | 'request.too_large'
  | 'request.too_deep'
  | 'request.invalid'
  | 'request.unsupported'
  | 'request.pii_in_exempt_field'
  | 'request.rate_limited'
  | 'route.unknown'
  | 'identity.missing_credentials'
  | 'identity.invalid_credentials'
  | 'identity.mfa_required'
  | 'identity.reauthentication_required'
  | 'identity.csrf'
  | 'identity.unavailable'
  | 'policy.denied'
  | 'policy.invalid'
  | 'policy.unavailable'
  | 'policy.conflict'
  | 'resource.not_found'
  | 'resource.conflict'
  | 'precondition.required'
  | 'precondition.failed'
  | 'detection.failed'
  | 'vault.unavailable'
  | 'vault.invalid_item'
  | 'vault.integrity'
  | 'vault.token_space_exhausted'
  | 'vault.legal_hold'
  | 'vault.stale_ledger'
  | 'keyring.unavailable'
  | 'keyring.wrong_root_key'
  | 'keyring.unknown_key'
  | 'keyring.busy'
  | 'audit.unavailable'
  | 'database.unavailable'
  | 'database.unsafe_role'
  | 'upstream.unavailable'
  | 'upstream.timeout'
  | 'upstream.rejected'
  | 'upstream.unknown_model'
  | 'upstream.busy'
  | 'outbound.forbidden_target'
  | 'document.unreadable'
  | 'document.too_large'
  | 'document.leftover'
  | 'document.encrypted'
  | 'document.unsupported'
  | 'document.type_mismatch'
  | 'document.forbidden_content'
  | 'tool.failed'
  | 'tool.denied'
  | 'config.invalid'
  | 'internal';

export interface DomainErrorOptions {
  /** For the caller. No user data, ever. Says what to do. */
  readonly publicMessage: string;
  /** For operators, in the log. No user data either. */
  readonly detail?: string;
  /** JSON Pointer of the field at fault. */
  readonly pointer?: string;
  /** Typed facts: ids, counts, spans, names of types. Never text. */
  readonly facts?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly cause?: unknown;
}

/**
 * The error of every library of this product. It never carries a body, prompt, document or plaintext; only the gateway's
 * problem filter knows HTTP status codes.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly publicMessage: string;
  readonly detail: string | undefined;
  readonly pointer: string | undefined;
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;

  constructor(
    readonly code: ErrorCode,
    options: DomainErrorOptions,
  ) {
    super(`${code}: ${options.publicMessage}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.publicMessage = options.publicMessage;
    this.detail = options.detail;
    this.pointer = options.pointer;
    this.facts = options.facts ?? {};
  }
}
