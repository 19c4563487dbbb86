/** Longest `Retry-After` that is read at all, in milliseconds: a day. */
const RETRY_AFTER_MS_MAX = 86_400_000;

/** `Retry-After` (RFC 9110 §10.2.3), seconds or a date, in milliseconds from now; null when there is none to be read. */
export function retryAfterMs(header: string | undefined, nowMs = Date.now()): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1_000, RETRY_AFTER_MS_MAX);
  const date = Date.parse(text);
  if (!/[a-z]{3}/i.test(text) || Number.isNaN(date)) return null;
  return Math.min(Math.max(date - nowMs, 0), RETRY_AFTER_MS_MAX);
}

/** Wait before a retry: doubles each time, and between half of it and all of it, so that callers do not come back together. */
export function backoffDelayMs(backoffMs: number, retry: number, random = Math.random): number {
  const full = backoffMs * 2 ** retry;
  return full / 2 + random() * (full / 2);
}

/** Rejects with the signal's reason when it aborts first. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
