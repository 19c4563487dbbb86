import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DomainError, isSlug, Secret } from '#lib/kernel';
import type { ChainHead } from './audit-chain.js';
import { canonicalJson } from './canonical-json.js';

/**
 * A signed statement that a tenant's chain had this hash at this row at this time. Kept outside the database, it shows
 * when the chain is cut or replaced, which the chain alone can't.
 */
export interface Checkpoint {
  readonly format: 'pvg-audit-checkpoint/1';
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly issuedAt: string;
  /** Which public key verifies it. */
  readonly keyId: string;
  /** Ed25519 (RFC 8032) over the canonical JSON of the other fields, base64url. */
  readonly signature: string;
}

/** Signs checkpoints with an Ed25519 key. */
export class CheckpointSigner {
  readonly #key: KeyObject;
  /** SPKI, PEM: to be kept with the checkpoints' readers. */
  readonly publicKey: string;
  readonly keyId: string;

  /** The private key in PKCS #8 PEM. */
  constructor(privateKey: Secret<string>) {
    const key = readKey(() => createPrivateKey(privateKey.reveal()));
    const publicKey = createPublicKey(key);
    this.#key = key;
    this.publicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.keyId = keyIdOf(publicKey);
  }

  static generateKey(): Secret<string> {
    const { privateKey } = generateKeyPairSync('ed25519');
    return new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }

  /** Reads the key of a file, after making file (0600) and key when there is none. Of processes that do so at once one wins. */
  static async fromFile(path: string): Promise<CheckpointSigner> {
    const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw keyError(`the key file can't be read (${error.code})`);
    });
    if (existing !== undefined) return new CheckpointSigner(new Secret(existing));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const made = `${path}.${randomUUID()}`;
    await writeFile(made, CheckpointSigner.generateKey().reveal(), { mode: 0o600, flush: true });
    await link(made, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw keyError(`the key file can't be written (${error.code})`);
    });
    await rm(made, { force: true });
    return CheckpointSigner.fromFile(path);
  }

  sign(tenantId: string, head: ChainHead, issuedAt: Date): Checkpoint {
    const unsigned = {
      format: 'pvg-audit-checkpoint/1',
      tenantId,
      sequence: head.sequence,
      hash: head.hash,
      issuedAt: issuedAt.toISOString(),
      keyId: this.keyId,
    } as const;
    return {
      ...unsigned,
      signature: sign(null, Buffer.from(canonicalJson(unsigned)), this.#key).toString('base64url'),
    };
  }
}

/**
 * Reads a checkpoint and verifies its signature with one of the public keys (PEM), which come from somewhere else than the
 * checkpoint. Throws `request.invalid` for anything that is not a checkpoint signed by one of them.
 */
export function openCheckpoint(text: string, publicKeys: readonly string[]): Checkpoint {
  const checkpoint = readCheckpoint(text);
  const { signature, ...unsigned } = checkpoint;
  const keys = publicKeys.map((pem) => readKey(() => createPublicKey(pem)));
  const signed = Buffer.from(canonicalJson(unsigned));
  const holds = keys.some(
    (key) => keyIdOf(key) === checkpoint.keyId && verify(null, signed, key, Buffer.from(signature, 'base64url')),
  );
  if (!holds) throw invalid('The signature of the checkpoint is not one of a key that was given.');
  return checkpoint;
}

function readCheckpoint(text: string): Checkpoint {
  let value: Partial<Record<keyof Checkpoint, unknown>>;
  try {
    value = (JSON.parse(text) ?? {}) as typeof value;
  } catch {
    throw invalid('The checkpoint is not JSON.');
  }
  const { format, tenantId, sequence, hash: at, issuedAt, keyId, signature } = value;
  const strings = [tenantId, at, issuedAt, keyId, signature];
  if (
    format !== 'pvg-audit-checkpoint/1' ||
    Object.keys(value).length !== 7 ||
    !strings.every((field) => typeof field === 'string') ||
    !isSlug(tenantId as string) ||
    !/^[0-9a-f]{64}$/.test(at as string) ||
    !Number.isSafeInteger(sequence) ||
    (sequence as number) < 0
  ) {
    throw invalid('This is not a checkpoint of the audit log.');
  }
  return value as Checkpoint;
}

function readKey(read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw keyError('a key of the audit checkpoints is not PEM');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw keyError('a key of the audit checkpoints is not an Ed25519 key');
  return key;
}

function keyIdOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16);
}

function keyError(detail: string): DomainError {
  return new DomainError('config.invalid', {
    publicMessage: 'The key of the audit checkpoints can’t be used.',
    detail,
  });
}

function invalid(publicMessage: string): DomainError {
  return new DomainError('request.invalid', { publicMessage });
}
