import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { CheckpointSigner } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { TenantDirectory } from '#lib/identity';
import { Keyring } from '#lib/keyring';
import { PolicyStore, PolicyVersions, PrincipalDirectory } from '#lib/policy';
import { KeyRotations } from '#lib/vault';
import { DocumentsModule } from '../documents/documents.module.js';
import { CONFIG } from '../http/tokens.js';
import { ProxyModule } from '../proxy/proxy.module.js';
import { AdminAudit } from './admin-audit.js';
import { AuditController } from './audit/audit.controller.js';
import { CheckpointSchedule } from './audit/checkpoint-schedule.js';
import { CollectionsController } from './collections/collections.controller.js';
import { DetectionController } from './detection/detection.controller.js';
import { IdentityModule } from './identity/identity.module.js';
import { KeyRotationRunner } from './keys/key-rotation-runner.js';
import { KeysController } from './keys/keys.controller.js';
import { Health } from './overview/health.js';
import { OverviewController } from './overview/overview.controller.js';
import { PlaygroundController } from './playground/playground.controller.js';
import { Playground } from './playground/playground.js';
import { PoliciesController } from './policies/policies.controller.js';
import { PolicyReviewController } from './policies/policy-review.controller.js';
import { PolicyTestsController } from './policies/policy-tests.controller.js';
import { CollectionCeilings } from './simulation/collection-ceilings.js';
import { MatrixSubjects } from './simulation/matrix-subjects.js';
import { PolicyChoices } from './simulation/policy-choices.js';
import { RecordedDecisions } from './simulation/recorded-decisions.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { UpstreamsModule } from './upstreams/upstreams.module.js';

/** The control plane: what the console and `pvg` manage. */
@Module({
  imports: [IdentityModule, UpstreamsModule, ProxyModule, DocumentsModule],
  controllers: [
    PoliciesController,
    PolicyReviewController,
    PolicyTestsController,
    SimulationController,
    AuditController,
    KeysController,
    CollectionsController,
    DetectionController,
    PlaygroundController,
    OverviewController,
  ],
  providers: [
    AdminAudit,
    {
      provide: PrincipalDirectory,
      inject: [Database, CONFIG],
      useFactory: (database: Database, { jwtIssuers, oidcProviders }: Config) =>
        new TenantDirectory(
          database,
          [...jwtIssuers, ...oidcProviders].map(({ name }) => name),
        ),
    },
    {
      provide: PolicyVersions,
      inject: [Database, PolicyStore, PrincipalDirectory],
      useFactory: (database: Database, store: PolicyStore, directory: PrincipalDirectory) =>
        new PolicyVersions(database, store, directory),
    },
    {
      provide: CheckpointSigner,
      inject: [CONFIG],
      useFactory: ({ home }: Config) => CheckpointSigner.fromFile(join(home, 'audit-checkpoint.pem')),
    },
    { provide: KeyRotations, inject: [Keyring], useFactory: (keyring: Keyring) => new KeyRotations(keyring) },
    CheckpointSchedule,
    CollectionCeilings,
    Health,
    KeyRotationRunner,
    MatrixSubjects,
    Playground,
    PolicyChoices,
    RecordedDecisions,
  ],
})
export class AdminModule {}
