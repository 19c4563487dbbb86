import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.js';
import { ApiError, problemOf, unreachable } from './problem.js';

/** Kept in memory only: the token of the session of the cookie, which scripts can't read. */
let csrfToken: string | undefined;
let onSignedOut: (() => void) | undefined;
let proveAgain: ((need: StepUpNeed) => Promise<boolean>) | undefined;

export type StepUpNeed = 'recent' | 'mfa';

/** The last one counts: it changes with the session's cookie. */
export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** How the person is asked to prove again who it is; resolves with whether it was done. */
export function whenProofIsNeeded(ask: (need: StepUpNeed) => Promise<boolean>): void {
  proveAgain = ask;
}

const READS = new Set(['GET', 'HEAD']);

export const api = createClient<paths>({ baseUrl: '', credentials: 'same-origin', cache: 'no-store' });

api.use({
  onRequest({ request }) {
    if (!READS.has(request.method) && csrfToken !== undefined) request.headers.set('x-pvg-csrf', csrfToken);
    return request;
  },
});

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Makes a call and returns its data. Throws `ApiError`. When the gateway wants a fresh proof of who is there, asks for it
 * and makes the call once more.
 */
export async function call<T>(make: () => Promise<Answer<T>>): Promise<T> {
  const first = await attempt(make);
  if (!(first instanceof ApiError)) return first.data as T;
  const need = stepUpOf(first);
  if (need && proveAgain && (await proveAgain(need))) {
    const second = await attempt(make);
    if (!(second instanceof ApiError)) return second.data as T;
    throw second;
  }
  throw first;
}

async function attempt<T>(make: () => Promise<Answer<T>>): Promise<Answer<T> | ApiError> {
  let answer: Answer<T>;
  try {
    answer = await make();
  } catch {
    return unreachable();
  }
  if (answer.response.ok) return answer;
  const error = new ApiError(problemOf(answer.response.status, answer.error));
  if (error.status === 401 && SIGNED_OUT.has(error.code) && !isSignIn(answer.response.url)) onSignedOut?.();
  return error;
}

const SIGNED_OUT = new Set(['identity.missing_credentials', 'identity.invalid_credentials']);

/** There a refusal is about what was typed in. */
function isSignIn(url: string): boolean {
  return /\/admin\/v1\/(session(\/(step-up|totp))?|setup|invitation)$/.test(new URL(url, location.href).pathname);
}

function stepUpOf({ code, problem }: ApiError): StepUpNeed | undefined {
  if (code === 'identity.reauthentication_required') return 'recent';
  return code === 'policy.denied' && problem.facts?.stepUp === 'mfa' ? 'mfa' : undefined;
}

/** For streams and downloads, which the typed client has no words for. */
export function rawHeaders(): Record<string, string> {
  return csrfToken === undefined ? {} : { 'x-pvg-csrf': csrfToken };
}

/** Why something is looked at, as headers: these take ASCII, anything else is sent encoded. */
export function purposeHeaders(purpose: string, reason: string): Record<string, string> {
  const ascii = (text: string) => (/^[ -~]*$/.test(text) ? text : encodeURIComponent(text));
  return { ...(purpose && { 'x-pvg-purpose': ascii(purpose) }), ...(reason && { 'x-pvg-reason': ascii(reason) }) };
}

/** A file of the gateway, in memory. Throws `ApiError`. */
export async function rawDownload(path: string, headers: Record<string, string>): Promise<Blob> {
  const response = await fetch(path, { headers, cache: 'no-store', credentials: 'same-origin' }).catch(() => {
    throw unreachable();
  });
  if (response.ok) return response.blob();
  throw new ApiError(problemOf(response.status, await response.json().catch(() => null)));
}
