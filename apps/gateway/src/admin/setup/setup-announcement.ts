import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '#lib/config';
import { DEVELOPMENT_TENANT, SetupTokens } from '#lib/identity';
import { LOGGER } from '../../http/logger.js';
import { CONFIG } from '../../http/tokens.js';

/** On a database of the operator's own, where nothing is seeded: tells how to make the first administrator. */
@Injectable()
export class SetupAnnouncement implements OnApplicationBootstrap {
  constructor(
    private readonly tokens: SetupTokens,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.databaseUrl) return;
    const token = await this.tokens.issue(DEVELOPMENT_TENANT);
    if (!token) return;
    this.logger.warn(
      { setupToken: token.reveal() },
      'there is no administrator yet: POST /admin/v1/setup with this token, within a day',
    );
  }
}
