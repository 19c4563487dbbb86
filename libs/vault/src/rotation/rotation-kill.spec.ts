import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VaultToken } from '#lib/kernel';
import { KeyFileKms, type RotationKind } from '#lib/keyring';
import { runSource } from '../../../database/src/testing/source-process.js';
import { COLLECTION_SCOPE, openTestVault, plainOf, type TestVault } from '../testing/open-test-vault.js';
import { KeyRotations } from './key-rotations.js';

/** `PVG_TEST_KILL_ROWS=200000 PVG_TEST_KILLS=20 npm test -- rotation-kill` is the long form. */
const ROWS = Number(process.env.PVG_TEST_KILL_ROWS ?? 2_500);
const KILLS = Number(process.env.PVG_TEST_KILLS ?? 2);
/** Keys to re-wrap: one for each subject. */
const SUBJECTS_EVERY = ROWS > 50_000 ? 1 : 2;
const WORKER = join(import.meta.dirname, '../testing/rotation-worker.ts');
const personOf = (index: number) => `Person Number ${index}`;

describe('a rotation that is killed', () => {
  let t: TestVault;
  let rotations: KeyRotations;
  const home = mkdtempSync(join(tmpdir(), 'pvg-kill-'));
  const tokens: VaultToken[] = [];

  beforeAll(async () => {
    t = await openTestVault({ kms: () => KeyFileKms.open(home), limits: { cachedKeysMax: 50_000 } });
    rotations = new KeyRotations(t.keyring);
    for (let at = 0; at < ROWS; at += 1_000) {
      const results = await t.vault.tokenize(
        COLLECTION_SCOPE,
        Array.from({ length: Math.min(1_000, ROWS - at) }, (_, index) => ({
          type: 'PERSON',
          value: personOf(at + index),
          ...((at + index) % SUBJECTS_EVERY === 0 && { subject: `s-${at + index}` }),
        })),
      );
      for (const result of results) if (result.ok) tokens.push(result.token);
    }
    expect(tokens).toHaveLength(ROWS);
  }, 600_000);
  afterAll(() => t.close());

  it.each<RotationKind>(['kek', 'data', 'index'])(
    'while it rotates the %s keys under reads and writes loses nothing and mixes nothing up',
    async (kind) => {
      let running = true;
      const added: string[] = [];
      const client = (async () => {
        for (let round = 0; running; round += 1) {
          const index = Math.floor(Math.random() * ROWS);
          const value = `${kind} added ${round}`;
          const [known, fresh] = await t.vault.tokenize(COLLECTION_SCOPE, [
            { type: 'PERSON', value: personOf(index) },
            { type: 'PERSON', value },
          ]);
          added.push(value);
          expect(known?.ok && known.token).toBe(tokens[index]);
          const plain = plainOf(await t.vault.reveal('acme', [tokens[index]!, (fresh as { token: VaultToken }).token]));
          expect(plain.get(tokens[index]!)).toBe(personOf(index));
          await sleep(2);
        }
      })();
      await rotations.begin('acme', kind);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const worker = runSource(WORKER, [t.test.url, home, 'acme']);
        await worker.nextLine();
        await Promise.race([sleep(Math.random() * Math.max(300, ROWS / 200)), worker.exited]);
        worker.child.kill('SIGKILL');
        await worker.exited;
      }
      const last = runSource(WORKER, [t.test.url, home, 'acme']);
      await last.nextLine();
      await last.nextLine();
      await last.exited;
      running = false;
      await client;
      expect((await rotations.list('acme')).filter(({ state }) => state === 'running')).toEqual([]);
      t.keyring.forget('');
      for (let at = 0; at < tokens.length; at += 1_000) {
        const batch = tokens.slice(at, at + 1_000);
        const plain = plainOf(await t.vault.reveal('acme', batch));
        batch.forEach((token, index) => {
          if (plain.get(token) !== personOf(at + index)) throw new Error(`token ${at + index} does not resolve`);
        });
        const again = await t.vault.tokenize(
          COLLECTION_SCOPE,
          batch.map((_, index) => ({ type: 'PERSON', value: personOf(at + index) })),
        );
        expect(again.every((result, index) => result.ok && result.token === batch[index])).toBe(true);
      }
      const [state] = await t.test.admin<{
        keks: string;
        retiring: string;
        versions: string;
        rows: string;
        values: string;
      }>(
        `SELECT (SELECT count(DISTINCT kek_version) FROM data_key_wrap)::text AS keks,
                (SELECT count(*) FROM data_key WHERE state = 'retiring')::text AS retiring,
                (SELECT count(DISTINCT index_version) FROM blind_index)::text AS versions,
                (SELECT count(*) FROM blind_index)::text AS rows, (SELECT count(*) FROM vault_value)::text AS values`,
      );
      expect(state).toMatchObject({ keks: '1', retiring: '0', versions: '1', rows: state!.values });
      expect(added.length).toBeGreaterThan(0);
    },
    KILLS * 60_000 + 600_000,
  );
});
