import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Secret } from '#lib/kernel';
import { kmsContract } from '../testing/kms-contract.js';
import { EnvironmentKms } from './environment-kms.js';
import { KeyFileKms } from './key-file-kms.js';

const folder = () => mkdtempSync(join(tmpdir(), 'pvg-keyring-'));

kmsContract('key file', async () => {
  const home = folder();
  return { open: () => KeyFileKms.open(home), openOther: () => KeyFileKms.open(folder()) };
});

kmsContract('environment (64 bytes)', async () => {
  const key = new Secret(randomBytes(64).toString('base64'));
  return {
    open: async () => new EnvironmentKms(key),
    openOther: async () => new EnvironmentKms(new Secret(randomBytes(64).toString('hex'))),
  };
});

kmsContract('environment (32 bytes)', async () => {
  const key = new Secret(randomBytes(32).toString('base64url'));
  return {
    open: async () => new EnvironmentKms(key),
    openOther: async () => new EnvironmentKms(new Secret(randomBytes(32).toString('hex'))),
  };
});

describe('the key file', () => {
  it('is made at first start, readable by its owner only, with two independent roots', async () => {
    const home = folder();
    await (await KeyFileKms.open(home)).close();
    const file = join(home, 'keys', 'root.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => Buffer.from(line, 'base64').length)).toEqual([32, 32]);
    expect(lines[0]).not.toBe(lines[1]);
  });

  it('is one and the same for many who start at once', async () => {
    const home = folder();
    const opened = await Promise.all(Array.from({ length: 24 }, () => KeyFileKms.open(home)));
    const names = await Promise.all(opened.map(async (kms) => (await kms.fingerprints()).encryption));
    expect(new Set(names).size).toBe(1);
    expect(readdirSync(join(home, 'keys')).sort()).toEqual(['root.key', 'slots']);
    const key = randomBytes(32);
    const wrapped = await Promise.all(opened.map((kms) => kms.wrap('kek-9', key, Buffer.alloc(0))));
    for (const one of wrapped) expect(await opened[0]!.unwrap('kek-9', one, Buffer.alloc(0))).toEqual(key);
  });

  it('is refused when others may read it, when it is cut short, and when both roots are the same', async () => {
    const open = await Promise.all(
      [folder(), folder(), folder()].map(async (home) => ({ home, kms: await KeyFileKms.open(home) })),
    );
    const [loose, short, same] = open.map(({ home }) => ({ home, file: join(home, 'keys', 'root.key') }));
    chmodSync(loose!.file, 0o644);
    writeFileSync(short!.file, 'AAAA\n');
    const line = randomBytes(32).toString('base64');
    writeFileSync(same!.file, `${line}\n${line}\n`);
    for (const { home } of [loose!, short!, same!]) {
      const error = await KeyFileKms.open(home).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'keyring.unavailable' });
      expect(inspect(error)).not.toContain(line);
    }
  });
});

describe('the environment provider', () => {
  it('refuses anything but 32 or 64 bytes and never prints it', () => {
    for (const bad of ['short-canary', randomBytes(33).toString('base64'), '', 'zz'.repeat(32)]) {
      let error: unknown;
      try {
        new EnvironmentKms(new Secret(bad));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ code: 'config.invalid' });
      if (bad !== '') expect(inspect(error)).not.toContain(bad);
    }
  });
});
