/** What the gateway says when it refuses or fails (RFC 9457), as far as it may be repeated. */
export interface ProblemFacts {
  /** Stable, such as `policy.denied`; `network.unreachable`, `network.timeout` and `network.broken` when no answer came. */
  readonly code: string;
  /** Of the answer; 0 when there was none. */
  readonly status: number;
  readonly detail: string;
  /** Where in the request, a JSON Pointer. */
  readonly pointer?: string;
  /** The request's id in the gateway's log and audit trail. */
  readonly requestId?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** A call that did not succeed. Neither its message nor its fields hold anything of what was sent. */
export class PvgError extends Error implements ProblemFacts {
  override readonly name = 'PvgError';
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly pointer?: string;
  readonly requestId?: string;
  readonly facts?: Readonly<Record<string, unknown>>;

  constructor(problem: ProblemFacts) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    if (problem.pointer !== undefined) this.pointer = problem.pointer;
    if (problem.requestId !== undefined) this.requestId = problem.requestId;
    if (problem.facts !== undefined) this.facts = problem.facts;
  }
}

/**
 * The problem of an answer. Only a problem of the gateway is repeated: what some proxy in between says may quote the request.
 */
export async function errorOf(response: Response): Promise<PvgError> {
  const { status } = response;
  const isProblem = /^application\/problem\+json\b/i.test(response.headers.get('content-type') ?? '');
  const body = isProblem ? await response.json().catch(() => null) : null;
  if (!isProblem) await response.body?.cancel().catch(() => undefined);
  const { code, detail, pointer, requestId, facts } = (body ?? {}) as Partial<ProblemFacts>;
  return new PvgError({
    code: typeof code === 'string' ? code : 'http.unexpected_answer',
    status,
    detail: typeof detail === 'string' ? detail : `The answer had status ${status} and was none of the gateway.`,
    ...(typeof pointer === 'string' && { pointer }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(typeof facts === 'object' && facts !== null && { facts }),
  });
}
