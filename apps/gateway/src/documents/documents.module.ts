import { Module } from '@nestjs/common';
import { Database } from '#lib/database';
import { CollectionDetector, Deidentifier, Reidentifier } from '#lib/deidentification';
import { DocumentService, Jobs } from '#lib/ingestion';
import { SealedSecrets } from '#lib/keyring';
import { DocumentsController } from './documents.controller.js';
import { JobAccess } from './job-access.js';
import { JobRunner } from './job-runner.js';
import { JobWatch } from './job-watch.js';
import { JobsController } from './jobs.controller.js';

/** Documents one by one and in jobs. */
@Module({
  controllers: [DocumentsController, JobsController],
  providers: [
    {
      provide: Jobs,
      inject: [Database, SealedSecrets],
      useFactory: (database: Database, sealed: SealedSecrets) => new Jobs(database, sealed),
    },
    {
      provide: DocumentService,
      inject: [Deidentifier, Reidentifier, CollectionDetector],
      useFactory: (deidentifier: Deidentifier, reidentifier: Reidentifier, detector: CollectionDetector) =>
        new DocumentService({ deidentifier, reidentifier, detector }),
    },
    JobAccess,
    JobRunner,
    JobWatch,
  ],
  exports: [Jobs],
})
export class DocumentsModule {}
