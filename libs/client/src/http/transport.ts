import type { paths } from '../api/generated/schema.js';
import { errorOf, PvgError } from './pvg-error.js';

export interface PvgClientOptions {
  /** Where the gateway is, such as `https://pvg.example.com`. */
  readonly url: string;
  /** An API key or a JWT; a function is asked before each call. */
  readonly key: string | (() => string | Promise<string>);
  /** The collection of calls that name none. */
  readonly collection?: string;
  /** The purpose of calls that name none. */
  readonly purpose?: string;
  /** How long an answer may take, in milliseconds; not for uploads, downloads and progress. Absent: 60,000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** What each call may say besides its body. */
export interface CallOptions {
  readonly purpose?: string;
  readonly reason?: string;
  readonly signal?: AbortSignal;
}

type Method = 'get' | 'post' | 'delete';
type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;
type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
/** Routes by the methods they have. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [Operation<P, M>] extends [never] ? never : P;
}[keyof paths];
export type BodyOf<P extends keyof paths> =
  Operation<P, 'post'> extends { requestBody: { content: { 'application/json': infer Json } } } ? Json : never;
/** The JSON of the answers that are no problems. */
export type AnswerOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer Responses } ? JsonOf<Responses[keyof Responses & (200 | 202)]> : never;

export interface SendOptions extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly accept?: string;
}

const TIMEOUT_MS = 60_000;

/** Makes the calls. Throws `PvgError` alone, but for the reason of a caller's own abort. */
export class Transport {
  readonly #options: PvgClientOptions;
  readonly #base: string;

  constructor(options: PvgClientOptions) {
    this.#options = options;
    this.#base = options.url.replace(/\/+$/, '');
  }

  async get<P extends PathOf<'get'>>(path: P, options: SendOptions = {}): Promise<AnswerOf<P, 'get'>> {
    return this.#json('GET', path, undefined, this.#timed(options));
  }

  async post<P extends PathOf<'post'>>(
    path: P,
    body: BodyOf<P> | undefined,
    options: SendOptions = {},
  ): Promise<AnswerOf<P, 'post'>> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return this.#json('POST', path, payload, this.#timed(options));
  }

  /** A body of fields and files. Takes as long as it takes. */
  async upload<P extends PathOf<'post'>>(
    path: P,
    form: FormData,
    options: SendOptions = {},
  ): Promise<AnswerOf<P, 'post'>> {
    return this.#json('POST', path, form, options);
  }

  /** The answer as it comes in. Takes as long as it takes. */
  stream(path: PathOf<'get'>, options: SendOptions = {}): Promise<Response> {
    return this.#send('GET', path, undefined, options);
  }

  async delete(path: PathOf<'delete'>, options: SendOptions = {}): Promise<void> {
    await (await this.#send('DELETE', path, undefined, this.#timed(options))).body?.cancel();
  }

  #timed(options: SendOptions): SendOptions {
    const limit = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    return { ...options, signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit };
  }

  async #send(
    method: string,
    path: string,
    body: string | FormData | undefined,
    options: SendOptions,
  ): Promise<Response> {
    const { key, collection, purpose, fetch: send = fetch } = this.#options;
    const headers = new Headers({
      authorization: `Bearer ${typeof key === 'function' ? await key() : key}`,
      accept: options.accept ?? 'application/json',
    });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    if (collection !== undefined) headers.set('x-pvg-collection', collection);
    if ((options.purpose ?? purpose) !== undefined) headers.set('x-pvg-purpose', options.purpose ?? purpose!);
    if (options.reason !== undefined) headers.set('x-pvg-reason', options.reason);
    // A redirect would carry the key and the values elsewhere.
    const init = { method, headers, redirect: 'error', ...(body !== undefined && { body }) } as const;
    const signal = options.signal ?? null;
    const response = await unbroken(() => send(this.#base + filled(path, options), { ...init, signal }), signal);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  async #json<T>(method: string, path: string, body: string | FormData | undefined, options: SendOptions): Promise<T> {
    const response = await this.#send(method, path, body, options);
    const text = await unbroken(() => response.text(), options.signal ?? null);
    try {
      return JSON.parse(text) as T;
    } catch {
      // The parser's own error quotes the text.
      const detail = 'The answer was no JSON.';
      throw new PvgError({ code: 'http.unexpected_answer', status: response.status, detail });
    }
  }
}

function filled(path: string, { params = {}, query = {} }: SendOptions): string {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? target : `${target}?${given}`;
}

/** The options of a call that are given. */
export function present(call: { readonly [K in keyof CallOptions]: CallOptions[K] | undefined }): CallOptions {
  return Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined));
}

/** Turns what breaks a connection into a `PvgError`; the reason of the caller's own abort passes. */
export async function unbroken<T>(work: () => Promise<T>, signal: AbortSignal | null): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    if (signal?.aborted && !timedOut) throw signal.reason;
    throw new PvgError(
      timedOut
        ? { code: 'network.timeout', status: 0, detail: 'The gateway did not answer in time.' }
        : { code: 'network.unreachable', status: 0, detail: 'The gateway could not be reached.' },
    );
  }
}
