import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Secret } from '#lib/kernel';
import { CheckpointSigner, openCheckpoint } from './checkpoint.js';

describe('a checkpoint', () => {
  const signer = new CheckpointSigner(CheckpointSigner.generateKey());
  const other = new CheckpointSigner(CheckpointSigner.generateKey());
  const checkpoint = signer.sign('acme', { sequence: 7, hash: 'ab'.repeat(32) }, new Date('2026-12-01T00:00:00Z'));
  const text = JSON.stringify(checkpoint);

  it('opens with the public key of its signer', () => {
    expect(openCheckpoint(text, [other.publicKey, signer.publicKey])).toEqual(checkpoint);
    expect(openCheckpoint(JSON.stringify(checkpoint, null, 2), [signer.publicKey])).toEqual(checkpoint);
  });

  it('is refused with other keys, or none', () => {
    expect(() => openCheckpoint(text, [other.publicKey])).toThrow('request.invalid');
    expect(() => openCheckpoint(text, [])).toThrow('request.invalid');
    expect(() => openCheckpoint(JSON.stringify({ ...checkpoint, keyId: other.keyId }), [other.publicKey])).toThrow(
      'request.invalid',
    );
  });

  it.each([
    ['tenant', { tenantId: 'globex' }],
    ['sequence', { sequence: 6 }],
    ['hash', { hash: 'ba'.repeat(32) }],
    ['time', { issuedAt: '2026-12-02T00:00:00.000Z' }],
    ['format', { format: 'pvg-audit-checkpoint/2' }],
    ['signature', { signature: 'AAAA' }],
    ['type of the sequence', { sequence: '7' }],
    ['fields, by one more', { note: 'x' }],
  ])('is refused with another %s', (_, change) => {
    expect(() => openCheckpoint(JSON.stringify({ ...checkpoint, ...change }), [signer.publicKey])).toThrow(
      'request.invalid',
    );
  });

  it.each(['', 'null', '[]', '"x"', '{}', '{'])('is refused when it is %j', (wrong) => {
    expect(() => openCheckpoint(wrong, [signer.publicKey])).toThrow('request.invalid');
  });
});

describe('CheckpointSigner', () => {
  it('keeps its key in a file 0600, made once by processes that start together', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pvg-checkpoint-'));
    try {
      const path = join(folder, 'keys/audit.pem');
      const signers = await Promise.all([1, 2, 3, 4].map(() => CheckpointSigner.fromFile(path)));
      expect(new Set(signers.map(({ keyId }) => keyId)).size).toBe(1);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      writeFileSync(path, 'not a key');
      await expect(CheckpointSigner.fromFile(path)).rejects.toMatchObject({ code: 'config.invalid' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('refuses a key of another kind, and prints no key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    expect(() => new CheckpointSigner(new Secret(rsa.toString()))).toThrow('config.invalid');
    const key = CheckpointSigner.generateKey();
    const body = key.reveal().split('\n')[1] ?? '';
    expect(inspect(new CheckpointSigner(key), { depth: 10, showHidden: true })).not.toContain(body);
  });
});
