import { DomainError, type Secret } from '#lib/kernel';
import { OutboundClient, type OutboundResponse } from '#lib/outbound';
import { Kms, type RootFingerprints } from './kms.js';
import { checkedSlot } from './local-roots.js';

export interface TransitOptions {
  /** Address of the server: `https://vault.internal:8200`. The operator names it, so it may be private. */
  readonly address: URL;
  /** A token whose policy allows what docs/guides/keys.md lists; read anew for each call, so that it may be renewed. */
  readonly token: () => Promise<Secret<string>>;
  /** Path at which the secrets engine is mounted. */
  readonly mount?: string;
  /** Namespace of HashiCorp Vault Enterprise or OpenBao. */
  readonly namespace?: string;
  /** Every key of this installation has a name that starts so; two installations on one server differ in it. */
  readonly keyPrefix?: string;
  readonly timeoutMs?: number;
}

const ATTEMPTS_MAX = 3;
const ANSWER_BYTES_MAX = 1024 * 1024;

/**
 * The Transit secrets engine of HashiCorp Vault or OpenBao, over HTTP: keys never leave the server. A slot is a key of its
 * own (`aes256-gcm96`), which deleting destroys; the index root is an `hmac` key whose output is the derived key.
 */
export class TransitKms extends Kms {
  readonly provider = 'transit';
  readonly destroysSlots = true;
  readonly #client: OutboundClient;
  readonly #made = new Set<string>();

  constructor(private readonly options: TransitOptions) {
    super();
    this.#client = new OutboundClient({ allowedOrigins: new Set([options.address.origin]) });
  }

  async fingerprints(): Promise<RootFingerprints> {
    const name = async (root: 'wrap' | 'index') =>
      (await this.#hmac(root, 'pvg/1|fingerprint')).subarray(0, 8).toString('hex');
    return { encryption: await name('wrap'), index: await name('index') };
  }

  async wrap(slot: string, key: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    const name = this.#slotKey(slot);
    await this.#ensureKey(name, 'aes256-gcm96');
    const data = await this.#call('POST', `encrypt/${name}`, { plaintext: base64(key), associated_data: base64(aad) });
    return Buffer.from(text(data, 'ciphertext'), 'ascii');
  }

  async unwrap(slot: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    const ciphertext = Buffer.from(wrapped).toString('ascii');
    if (!/^vault:v\d+:[A-Za-z0-9+/=]+$/.test(ciphertext)) throw integrity();
    const body = { ciphertext, associated_data: base64(aad) };
    return Buffer.from(text(await this.#call('POST', `decrypt/${this.#slotKey(slot)}`, body), 'plaintext'), 'base64');
  }

  async destroySlot(slot: string): Promise<void> {
    const name = this.#slotKey(slot);
    this.#made.delete(name);
    try {
      await this.#call('POST', `keys/${name}/config`, { deletion_allowed: true });
      await this.#call('DELETE', `keys/${name}`);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'keyring.unknown_key') throw error;
    }
  }

  async deriveIndexKey(salt: Uint8Array, info: string): Promise<Buffer> {
    return this.#hmac('index', `pvg/1|derive|${base64(salt)}|${info}`);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** HMAC-SHA-256 under version 1 of a root's key: a pseudorandom function of its input, as HKDF's expand step is. */
  async #hmac(root: 'wrap' | 'index', input: string): Promise<Buffer> {
    const name = `${this.#prefix}-root-${root}`;
    await this.#ensureKey(name, 'aes256-gcm96');
    const data = await this.#call('POST', `hmac/${name}/sha2-256`, {
      input: base64(Buffer.from(input)),
      key_version: 1,
    });
    const [, , digest] = text(data, 'hmac').split(':');
    return Buffer.from(digest ?? '', 'base64');
  }

  /** Making a key that is there already changes nothing. */
  async #ensureKey(name: string, type: string): Promise<void> {
    if (this.#made.has(name)) return;
    await this.#call('POST', `keys/${name}`, { type });
    if (this.#made.size < 1_000) this.#made.add(name);
  }

  get #prefix(): string {
    return this.options.keyPrefix ?? 'pvg';
  }

  #slotKey(slot: string): string {
    return `${this.#prefix}-${checkedSlot(slot)}`;
  }

  /** Tries again what failed for want of a connection or with a 5xx: every call here may be repeated. */
  async #call(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#send(method, path, body).catch((error: unknown) => unavailable(error));
      if (!(answer instanceof DomainError)) return answer;
      if (answer.code !== 'keyring.unavailable' || attempt === ATTEMPTS_MAX) throw answer;
      await new Promise((resolve) => setTimeout(resolve, 50 * 4 ** (attempt - 1)));
    }
  }

  async #send(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown> | DomainError> {
    const { address, mount = 'transit', namespace, timeoutMs = 5_000 } = this.options;
    const response = await this.#client.send({
      method,
      url: new URL(`/v1/${mount}/${path}`, address),
      headers: {
        'x-vault-token': (await this.options.token()).reveal(),
        'x-vault-request': 'true',
        'content-type': 'application/json',
        ...(namespace !== undefined && { 'x-vault-namespace': namespace }),
      },
      ...(body && { body: JSON.stringify(body) }),
      connectTimeoutMs: timeoutMs,
      firstByteTimeoutMs: timeoutMs,
      idleTimeoutMs: timeoutMs,
      signal: AbortSignal.timeout(2 * timeoutMs),
    });
    const answer = await readJson(response);
    if (response.status >= 200 && response.status < 300)
      return (answer.data as Record<string, unknown> | undefined) ?? {};
    return refusal(response.status, answer);
  }
}

/** What the server's errors mean here. Their text is looked at and not kept. */
function refusal(status: number, answer: Record<string, unknown>): DomainError {
  const said = JSON.stringify(answer.errors ?? []);
  if (status === 404 || /key not found|no existing key|could not delete key|unable to find/i.test(said)) {
    return new DomainError('keyring.unknown_key', {
      publicMessage: 'A key was destroyed or is missing.',
      facts: { status },
    });
  }
  if (status === 400 && /authentication failed|invalid ciphertext|ciphertext is too short|base64|version/i.test(said)) {
    return integrity();
  }
  const detail = status === 403 ? 'the token may not do this, or has expired' : `the Transit engine answered ${status}`;
  if (status < 500 && status !== 429) {
    return new DomainError('keyring.unavailable', {
      publicMessage: 'The key service refused.',
      detail,
      facts: { status },
    });
  }
  return new DomainError('keyring.unavailable', { publicMessage: 'The key service is not available.', detail });
}

function unavailable(error: unknown): DomainError {
  return new DomainError('keyring.unavailable', {
    publicMessage: 'The key service is not available.',
    detail: error instanceof DomainError ? (error.detail ?? error.code) : 'no answer',
  });
}

function integrity(): DomainError {
  return new DomainError('vault.integrity', {
    publicMessage: 'Stored data failed its integrity check. It may have been changed or moved.',
  });
}

async function readJson(response: OutboundResponse): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += (chunk as Buffer).length;
    if (size > ANSWER_BYTES_MAX) throw new Error('answer too large');
    chunks.push(chunk as Buffer);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function text(data: Record<string, unknown>, field: string): string {
  const value = data[field];
  if (typeof value === 'string') return value;
  throw new DomainError('keyring.unavailable', {
    publicMessage: 'The key service is not available.',
    detail: `the Transit engine's answer has no ${field}`,
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
