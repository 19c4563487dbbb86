import { Module } from '@nestjs/common';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { AccessAuthority, LocalSignIn, SignInInvitations, WaysIn } from '#lib/identity';
import { SealedSecrets } from '#lib/keyring';
import { AdminAudit } from '../admin/admin-audit.js';
import { IdentityModule } from '../admin/identity/identity.module.js';
import { SetupController } from '../admin/setup/setup.controller.js';
import { SetupAnnouncement } from '../admin/setup/setup-announcement.js';
import { CONFIG } from '../http/tokens.js';
import { CredentialsController } from './credentials.controller.js';
import { OidcProviders } from './oidc-providers.js';
import { SessionController } from './session.controller.js';
import { SessionOpening } from './session-opening.js';
import { SessionView } from './session-view.js';
import { SignInController } from './sign-in.controller.js';
import { SignInAudit } from './sign-in-audit.js';

/** How people come in: first run, password, API key, OpenID provider. */
@Module({
  imports: [IdentityModule],
  controllers: [SignInController, SessionController, CredentialsController, SetupController],
  providers: [
    AdminAudit,
    SessionOpening,
    SessionView,
    SignInAudit,
    SetupAnnouncement,
    {
      provide: LocalSignIn,
      inject: [Database, SealedSecrets],
      useFactory: (database: Database, secrets: SealedSecrets) => new LocalSignIn(database, secrets),
    },
    {
      provide: SignInInvitations,
      inject: [Database, AccessAuthority, WaysIn],
      useFactory: (database: Database, authority: AccessAuthority, waysIn: WaysIn) =>
        new SignInInvitations(database, authority, waysIn),
    },
    {
      provide: OidcProviders,
      inject: [Database, CONFIG],
      useFactory: (database: Database, config: Config) => new OidcProviders(database, config),
    },
  ],
})
export class SessionModule {}
