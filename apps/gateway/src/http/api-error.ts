import type { ApiFamily } from '#lib/config';
import type { Problem } from './problem.js';

/** The API that a route speaks, by its path; null for the gateway's own routes. */
export function familyOfPath(path: string): ApiFamily | null {
  if (path.startsWith('/v1/messages')) return 'anthropic';
  if (path.startsWith('/v1beta/') || path.startsWith('/v1/models/')) return 'gemini';
  return path.startsWith('/api/') ? 'ollama' : null;
}

/** Types of Anthropic's errors by status. Its SDK raises a class for each status and shows the type. */
const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

/** Canonical codes of Google's APIs (google.rpc.Code) by status. */
const GOOGLE_CODES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  412: 'FAILED_PRECONDITION',
  428: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/**
 * A problem as clients of that API read errors: the members that the API documents, with the problem's own beside them.
 * OpenAI's shape is part of every problem. Anthropic's `type` takes the place of the problem's.
 */
export function apiError(family: ApiFamily | null, problem: Problem): object {
  const { status, detail } = problem;
  const isServers = status >= 500;
  switch (family) {
    case 'anthropic':
      return {
        ...problem,
        type: 'error',
        error: {
          type: ANTHROPIC_TYPES[status] ?? (isServers ? 'api_error' : 'invalid_request_error'),
          message: detail,
        },
        request_id: problem.requestId,
      };
    case 'gemini': {
      const code = GOOGLE_CODES[status] ?? (isServers ? 'INTERNAL' : 'INVALID_ARGUMENT');
      return { ...problem, error: { code: status, message: detail, status: code } };
    }
    case 'ollama':
      return { ...problem, error: detail };
    default:
      return problem;
  }
}
