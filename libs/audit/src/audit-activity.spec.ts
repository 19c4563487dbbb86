import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { AuditLog } from './audit-log.js';
import { anEvent } from './testing/an-event.js';

describe('the activity of a tenant', () => {
  let test: TestDatabase;
  let audit: AuditLog;
  const longAgo = new Date(0);

  beforeAll(async () => {
    test = await createTestDatabase();
    audit = new AuditLog(test.database);
    for (const id of ['acme', 'globex']) await test.admin('INSERT INTO tenant (id) VALUES ($1)', [id]);
    const decided = (roles: string[], level: 'masked' | 'token', tokens?: string[]) => {
      const event = anEvent('acme', { action: 'vault_token.reveal_decided', requestId: 'q1' });
      const facts = { ...event.facts, ...(roles.length > 0 && { principal_roles: roles }), ...(tokens && { tokens }) };
      return { ...event, decision: { ...event.decision!, level }, facts };
    };
    const tokenized = { ...anEvent('acme', { action: 'values.tokenized', actorId: 'ann' }), facts: { count: 5 } };
    await audit.append([
      tokenized,
      { ...tokenized, facts: { count: 2 } },
      anEvent('acme', { action: 'decision.denied', requestId: 'q2' }),
      decided(['support'], 'masked', ['[EMAIL_0123456789]', '[EMAIL_1123456789]']),
      decided(['support'], 'masked'),
      decided(['support', 'user'], 'token'),
      decided([], 'token'),
      anEvent('globex', { action: 'decision.denied' }),
    ]);
  });
  afterAll(async () => {
    await audit.close();
    await test.close();
  });

  it('adds up values, requests, callers and refusals, and reveals by roles and level, of that tenant alone', async () => {
    expect(await audit.activity('acme', longAgo)).toEqual({
      eventCount: 7,
      complete: true,
      requestCount: 3,
      callerCount: 2,
      valuesTokenized: 7,
      deniedCount: 1,
      reveals: [
        { roles: [], level: 'token', count: 1 },
        { roles: ['support'], level: 'masked', count: 3 },
        { roles: ['support', 'user'], level: 'token', count: 1 },
      ],
    });
  });

  it('counts nothing from before the time asked for', async () => {
    const { eventCount, reveals } = await audit.activity('acme', new Date(Date.now() + 60_000));
    expect([eventCount, reveals]).toEqual([0, []]);
  });

  it('says when there was more than it counted', async () => {
    expect(await audit.activity('acme', longAgo, 3)).toMatchObject({ eventCount: 3, complete: false });
  });

  it('knows which actions were ever recorded', async () => {
    const asked = ['values.tokenized', 'decision.denied', 'key.retired'];
    expect([...(await audit.recordedActions('acme', asked))].sort()).toEqual(['decision.denied', 'values.tokenized']);
    expect([...(await audit.recordedActions('globex', asked))]).toEqual(['decision.denied']);
  });
});
