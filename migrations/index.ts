import type { MigrationInterface } from 'typeorm';
import { CreateTenant20261201010001 } from './20261201010001-create-tenant.js';
import { Audit20261201020001 } from './20261201020001-audit.js';
import { Keyring20261201030001 } from './20261201030001-keyring.js';
import { Vault20261201030002 } from './20261201030002-vault.js';
import { Subjects20261201030003 } from './20261201030003-subjects.js';
import { ValueForms20261201030004 } from './20261201030004-value-forms.js';
import { MentionsAndApprovals20261201030005 } from './20261201030005-mentions-and-approvals.js';
import { Policy20261201040001 } from './20261201040001-policy.js';
import { Identity20261201040002 } from './20261201040002-identity.js';
import { PolicyReview20261201040003 } from './20261201040003-policy-review.js';
import { Access20261201040004 } from './20261201040004-access.js';
import { SignIn20261201040005 } from './20261201040005-sign-in.js';
import { ExchangeMemory20261201050001 } from './20261201050001-exchange-memory.js';
import { ResponseBinding20261201050002 } from './20261201050002-response-binding.js';
import { DetectionProfile20261201050003 } from './20261201050003-detection-profile.js';
import { Upstream20261201050101 } from './20261201050101-upstream.js';
import { Tools20261201050201 } from './20261201050201-tools.js';
import { Jobs20261201050301 } from './20261201050301-jobs.js';
import { JobQueue20261201050302 } from './20261201050302-job-queue.js';

export { MIGRATIONS_TABLE, SERVICE_ROLE, type TableRight, tenantTableSql } from './tenant-table.js';

/** Every migration, by hand: a glob would also load this file. Append only; a migration that has been released never changes. */
export const MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  CreateTenant20261201010001,
  Audit20261201020001,
  Keyring20261201030001,
  Vault20261201030002,
  Subjects20261201030003,
  ValueForms20261201030004,
  MentionsAndApprovals20261201030005,
  Policy20261201040001,
  Identity20261201040002,
  PolicyReview20261201040003,
  Access20261201040004,
  SignIn20261201040005,
  ExchangeMemory20261201050001,
  ResponseBinding20261201050002,
  DetectionProfile20261201050003,
  Upstream20261201050101,
  Tools20261201050201,
  Jobs20261201050301,
  JobQueue20261201050302,
];
