import { Module } from '@nestjs/common';
import { Keyring } from '#lib/keyring';
import { BulkVault, ErasureLedger, Subjects, Vault } from '#lib/vault';
import { BulkController } from './bulk/bulk.controller.js';
import { BulkDetokenize } from './bulk/bulk-detokenize.js';
import { BulkTokenize } from './bulk/bulk-tokenize.js';
import { ErasureController } from './subjects/erasure.controller.js';
import { ProposalsController } from './subjects/proposals.controller.js';
import { SubjectAccess } from './subjects/subject-access.js';
import { SubjectExport } from './subjects/subject-export.js';
import { SubjectsController } from './subjects/subjects.controller.js';
import { VaultController } from './vault.controller.js';
import { VaultSearchController } from './vault-search.controller.js';

/** The vault over HTTP: values and tokens one by one, in bulk, by search, and by person. */
@Module({
  controllers: [
    VaultController,
    VaultSearchController,
    BulkController,
    ProposalsController,
    ErasureController,
    SubjectsController,
  ],
  providers: [
    {
      provide: Subjects,
      inject: [Keyring, ErasureLedger],
      useFactory: (keyring: Keyring, ledger: ErasureLedger) => new Subjects(keyring, ledger),
    },
    {
      provide: BulkVault,
      inject: [Vault, Keyring],
      useFactory: (vault: Vault, keyring: Keyring) => new BulkVault(vault, keyring),
    },
    BulkTokenize,
    BulkDetokenize,
    SubjectAccess,
    SubjectExport,
  ],
})
export class VaultModule {}
