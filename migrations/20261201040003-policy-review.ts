import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everyone who wrote in a draft, so that none of them can approve it. */
export class PolicyReview20261201040003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE policy_version ADD COLUMN editors text[] NOT NULL DEFAULT '{}';
      ALTER TABLE policy_version ADD CONSTRAINT policy_version_reviewer_is_no_editor
        CHECK (reviewer IS NULL OR reviewer <> ALL (editors));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE policy_version DROP COLUMN editors');
  }
}
