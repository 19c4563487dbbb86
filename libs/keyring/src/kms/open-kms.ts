import { readFile } from 'node:fs/promises';
import type { Config, TransitConfig } from '#lib/config';
import { DomainError, Secret } from '#lib/kernel';
import { EnvironmentKms } from './environment-kms.js';
import { KeyFileKms } from './key-file-kms.js';
import type { Kms } from './kms.js';
import { TransitKms } from './transit-kms.js';

/** The provider that the settings name: Transit, `PVG_ROOT_KEY`, or else the key file under `home`. */
export async function openKms(config: Pick<Config, 'home' | 'rootKey' | 'transit'>): Promise<Kms> {
  if (config.transit) return openTransit(config.transit);
  return config.rootKey ? new EnvironmentKms(config.rootKey) : KeyFileKms.open(config.home);
}

function openTransit(transit: TransitConfig): TransitKms {
  const { address, token, tokenFile, mount, namespace, keyPrefix } = transit;
  return new TransitKms({
    address: new URL(address),
    token: async () => token ?? (await tokenFrom(tokenFile)),
    mount,
    keyPrefix,
    ...(namespace !== undefined && { namespace }),
  });
}

async function tokenFrom(file: string | undefined): Promise<Secret<string>> {
  try {
    return new Secret((await readFile(file ?? '', 'utf8')).trim());
  } catch (error) {
    throw new DomainError('keyring.unavailable', {
      publicMessage: 'The key service is not available.',
      detail: `the token file can not be read (${(error as NodeJS.ErrnoException).code})`,
    });
  }
}
