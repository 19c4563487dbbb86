import type { ErrorCode } from '#lib/kernel';

/** The status of each error code: the only place that knows HTTP statuses of domain errors. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  'request.malformed': 400,
  'request.too_large': 413,
  'request.too_deep': 400,
  'request.invalid': 400,
  'request.unsupported': 422,
  'request.pii_in_exempt_field': 422,
  'request.rate_limited': 429,
  'route.unknown': 404,
  'identity.missing_credentials': 401,
  'identity.invalid_credentials': 401,
  'identity.mfa_required': 401,
  'identity.reauthentication_required': 403,
  'identity.csrf': 403,
  'identity.unavailable': 503,
  'policy.denied': 403,
  'policy.invalid': 422,
  'policy.unavailable': 503,
  'policy.conflict': 409,
  'resource.not_found': 404,
  'resource.conflict': 409,
  'precondition.required': 428,
  'precondition.failed': 412,
  'detection.failed': 503,
  'vault.unavailable': 503,
  'vault.invalid_item': 422,
  'vault.integrity': 500,
  'vault.token_space_exhausted': 503,
  'vault.legal_hold': 409,
  'vault.stale_ledger': 503,
  'keyring.unavailable': 503,
  'keyring.wrong_root_key': 503,
  'keyring.unknown_key': 503,
  'keyring.busy': 409,
  'audit.unavailable': 503,
  'database.unavailable': 503,
  'database.unsafe_role': 503,
  'upstream.unavailable': 502,
  'upstream.timeout': 504,
  'upstream.rejected': 502,
  'upstream.unknown_model': 404,
  'upstream.busy': 503,
  'outbound.forbidden_target': 502,
  'document.unreadable': 422,
  'document.too_large': 413,
  'document.leftover': 422,
  'document.encrypted': 422,
  'document.unsupported': 415,
  'document.type_mismatch': 415,
  'document.forbidden_content': 422,
  'tool.failed': 502,
  'tool.denied': 403,
  'config.invalid': 500,
  internal: 500,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Cannot be processed',
  428: 'Precondition required',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad upstream',
  503: 'Unavailable',
  504: 'Upstream timeout',
};

/** Types of OpenAI's errors that tell more than whose fault it is. */
const OPENAI_TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };

/** A problem body (RFC 9457). `error` repeats it in OpenAI's shape; for other APIs see `api-error.ts`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly pointer?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
}

export function statusOf(code: ErrorCode): number {
  return STATUS[code];
}

export interface ProblemInput {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly pointer?: string | undefined;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

export function problem(input: ProblemInput): Problem {
  return {
    type: `urn:pvg:problem:${input.code}`,
    title: TITLES[input.status] ?? 'Error',
    status: input.status,
    detail: input.detail,
    code: input.code,
    requestId: input.requestId,
    ...(input.pointer !== undefined && { pointer: input.pointer }),
    ...(input.facts && Object.keys(input.facts).length > 0 && { facts: input.facts }),
    ...(input.errors && input.errors.length > 0 && { errors: input.errors }),
    error: {
      message: input.detail,
      type: OPENAI_TYPES[input.status] ?? (input.status < 500 ? 'invalid_request_error' : 'server_error'),
      param: input.pointer ?? null,
      code: input.code,
    },
  };
}
