/** What the gateway says when it refuses or fails (RFC 9457). It never repeats a value. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly pointer?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** The connection itself failed: nothing is known of what became of the request. */
export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network.unreachable',
    title: 'No connection',
    detail: 'The gateway could not be reached.',
    requestId: null,
  });
}

export function problemOf(status: number, body: unknown): Problem {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return {
    ...given,
    status,
    code: given.code ?? 'unknown',
    title: given.title ?? 'Error',
    detail: given.detail ?? `The gateway answered with status ${status}.`,
    requestId: given.requestId ?? null,
  };
}
