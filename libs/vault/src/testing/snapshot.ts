import type { TestDatabase } from '../../../database/src/testing/test-database.js';

/** A backup of every row, as a restore of an older dump would bring it back. */
export async function takeBackup(test: TestDatabase): Promise<{ restore(): Promise<void> }> {
  const tables = (
    await test.admin<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
  ).map((row) => row.name);
  await test.admin('DROP SCHEMA IF EXISTS backup CASCADE; CREATE SCHEMA backup');
  for (const table of tables) await test.admin(`CREATE TABLE backup.${table} AS SELECT * FROM public.${table}`);
  return {
    restore: async () => {
      await test.admin(`TRUNCATE ${tables.map((table) => `public.${table}`).join(', ')} CASCADE`);
      for (const table of tables) await test.admin(`INSERT INTO public.${table} SELECT * FROM backup.${table}`);
    },
  };
}
