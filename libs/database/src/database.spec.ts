import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('Database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ tenants: ['acme', 'globex'] });
  });
  afterAll(() => test.close());

  it('acts as pvg_service', async () => {
    const { rows } = await test.database.withoutTenant((c) => c.query<{ u: string }>('SELECT current_user AS u'));
    expect(rows[0]?.u).toBe('pvg_service');
  });
});
