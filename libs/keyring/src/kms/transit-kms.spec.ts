import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret } from '#lib/kernel';
import { createTestDatabase } from '../../../database/src/testing/test-database.js';
import { Keyring } from '../keyring.js';
import { beginKekRotation, retireKek, stepKekRotation } from '../rotation/rotate-kek.js';
import { kmsContract } from '../testing/kms-contract.js';
import { startTransitStandIn, type TransitStandIn } from '../testing/transit-stand-in.js';
import { TransitKms } from './transit-kms.js';

/**
 * `PVG_TEST_TRANSIT_ADDR` and `PVG_TEST_TRANSIT_TOKEN` run the same contract against a real server with the engine mounted
 * at `transit/`; without them the stand-in of the repository answers.
 */
const REAL = process.env.PVG_TEST_TRANSIT_ADDR;

const open = (address: URL, token: string, keyPrefix: string) =>
  new TransitKms({ address, token: async () => new Secret(token), keyPrefix });

kmsContract('transit', async () => {
  const run = randomBytes(4).toString('hex');
  if (REAL !== undefined) {
    const token = process.env.PVG_TEST_TRANSIT_TOKEN ?? '';
    return {
      open: async () => open(new URL(REAL), token, `pvg-${run}`),
      openOther: async () => open(new URL(REAL), token, `other-${run}`),
    };
  }
  const server = await startTransitStandIn();
  return {
    open: async () => open(server.address, server.token, 'pvg'),
    openOther: async () => open(server.address, server.token, 'other'),
    close: () => server.close(),
  };
});

describe('the transit provider', () => {
  let server: TransitStandIn;
  beforeAll(async () => {
    server = await startTransitStandIn();
  });
  afterAll(() => server.close());

  it('tries again when the server is sealed or busy for a moment, and gives up with a clear error', async () => {
    const kms = open(server.address, server.token, 'retry');
    server.failNext(503, 2);
    await kms.wrap('kek-1', randomBytes(32), Buffer.alloc(0));
    server.failNext(503, 99);
    await expect(kms.wrap('kek-1', randomBytes(32), Buffer.alloc(0))).rejects.toMatchObject({
      code: 'keyring.unavailable',
    });
    server.failNext(503, 0);
    await kms.close();
  });

  it('says that the token may not, without showing it', async () => {
    const kms = open(server.address, 's.canary-token', 'pvg');
    const error = await kms.fingerprints().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'keyring.unavailable', detail: expect.stringContaining('token may not') });
    expect(inspect(error, { depth: 9 })).not.toContain('canary');
    await kms.close();
  });

  it('says so when nobody listens', async () => {
    const kms = open(new URL('http://127.0.0.1:1'), 't', 'pvg');
    await expect(kms.fingerprints()).rejects.toMatchObject({ code: 'keyring.unavailable' });
    await kms.close();
  });

  it('carries a keyring: keys made, rotated and destroyed on the server, none of them in the database', async () => {
    const test = await createTestDatabase({ tenants: ['acme'] });
    const kms = open(server.address, server.token, 'ring');
    const keyring = await Keyring.open({ database: test.database, kms });
    const scope = { kind: 'collection', collectionId: 'default' } as const;
    const { idOf } = await keyring.reserve('acme', [{ scope, count: 1 }]);
    const id = [...idOf.values()][0]!;
    const keyOf = () => keyring.withDataKeys('acme', [id], (keys) => keys.get(id)?.toString('hex'));
    const before = await keyOf();
    let rotation = await beginKekRotation(keyring, 'acme', 'scheduled');
    while (rotation.state === 'running') rotation = await stepKekRotation(keyring, 'acme', rotation.id);
    const { slot } = await retireKek(keyring, 'acme', 1);
    keyring.forget('');
    expect(await keyOf()).toBe(before);
    await expect(kms.unwrap(slot, Buffer.from('vault:v1:AAAA'), Buffer.alloc(0))).rejects.toMatchObject({
      code: 'keyring.unknown_key',
    });
    await keyring.close();
    await test.close();
  });
});
