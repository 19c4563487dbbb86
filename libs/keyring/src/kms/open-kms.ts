import type { Config } from '#lib/config';
import { EnvironmentKms } from './environment-kms.js';
import { KeyFileKms } from './key-file-kms.js';
import type { Kms } from './kms.js';

/** The provider that the settings name: `PVG_ROOT_KEY` if set, else the key file under `home`. */
export async function openKms(config: Pick<Config, 'home' | 'rootKey'>): Promise<Kms> {
  return config.rootKey ? new EnvironmentKms(config.rootKey) : KeyFileKms.open(config.home);
}
