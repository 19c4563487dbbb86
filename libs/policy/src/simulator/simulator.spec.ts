import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { levelRank } from '#lib/kernel';
import { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { SEED_POLICY } from '../policy-store/seed-policies.js';
import { documents, requests } from '../testing/arbitraries.js';
import { requestWith, snapshotOf } from '../testing/requests.js';
import { accessMatrix, destinationPrincipal, destinationSubject, roleSubject } from './access-matrix.js';
import { decisionRecord, requestFromRecord } from './decision-record.js';
import { replayDecisions } from './replay-decisions.js';
import { simulate } from './simulate.js';

const seed = PolicySnapshot.of(SEED_POLICY);
const allowPlain = {
  sid: 'Plain',
  effect: 'allow',
  principal: '*',
  action: ['vault:Reveal'],
  resource: '*',
  reveal: 'plain',
};
const denyOthers = {
  ...allowPlain,
  sid: 'OnlyFraud',
  effect: 'deny',
  reveal: 'masked',
  condition: { StringNotEquals: { 'ctx.purpose': 'fraud' } },
};
const now = new Date('2026-12-01T09:00:00Z');

describe('simulate', () => {
  it('calls an answer incomplete when a missing attribute could change it, and gives both outcomes', () => {
    const simulation = simulate(snapshotOf(allowPlain, denyOthers), requestWith());
    expect(simulation).toMatchObject({
      complete: false,
      decision: { level: 'token', missingContext: ['ctx.purpose'] },
      outcomes: { least: { level: 'token' }, most: { level: 'plain' } },
    });
    const known = simulate(snapshotOf(allowPlain, denyOthers), requestWith({ context: { purpose: 'fraud' } }));
    expect(known).toMatchObject({ complete: true, decision: { level: 'plain', missingContext: [] } });
  });

  it('names near misses: what failed of each statement about this principal and action', () => {
    const masked = { ...allowPlain, sid: 'Care', reveal: 'masked', condition: { Bool: { 'ctx.mfa': true } } };
    const elsewhere = { ...allowPlain, sid: 'Staff', resource: 'pvg:*:staff/*' };
    const others = { ...allowPlain, sid: 'Tools', principal: { kind: 'tool' } };
    const request = requestWith({ context: { mfa: false } });
    expect(simulate(snapshotOf(masked, elsewhere, others), request).statements).toEqual([
      { sid: 'Care', effect: 'allow', reveal: 'masked', matched: false, failed: ['ctx.mfa'], missing: [] },
      { sid: 'Staff', effect: 'allow', reveal: 'plain', matched: false, failed: ['resource'], missing: [] },
    ]);
  });

  it('decides as the evaluator does, its bounds hold, and it traces every statement that matched', () => {
    fc.assert(
      fc.property(documents, requests, (document, request) => {
        const snapshot = PolicySnapshot.of(document);
        const { decision, outcomes, statements } = simulate(snapshot, request);
        expect(decision).toEqual(snapshot.decide(request));
        expect(levelRank(outcomes.most.level)).toBeGreaterThanOrEqual(levelRank(decision.level));
        const traced = statements.filter((one) => one.matched).map((one) => one.sid);
        expect(traced.sort()).toEqual(decision.matched);
        for (const one of statements) if (one.matched) expect(one.failed).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the access matrix', () => {
  const infoTypes = ['EMAIL', 'IBAN'];
  const context = { now };
  const levels = (snapshot: PolicySnapshot, more: object = {}) =>
    accessMatrix(snapshot, {
      tenantId: 'acme',
      collectionId: 'customers',
      subjects: [
        roleSubject('acme', 'user'),
        roleSubject('acme', 'support'),
        destinationSubject('acme', 'model', 'gpt'),
      ],
      infoTypes,
      context: { ...context, ...more },
    }).map(({ subject, cells }) => [subject.name, ...cells.map((one) => `${one.level}${one.conditional ? '?' : ''}`)]);

  it('shows roles, tools and models by type, and marks what depends on the request', () => {
    expect(levels(seed)).toEqual([
      ['user', 'token?', 'token?'],
      ['support', 'masked', 'token'],
      ['gpt', 'token', 'token'],
    ]);
    expect(levels(seed, { suppliedByCaller: true })[0]).toEqual(['user', 'plain', 'plain']);
  });

  it('a tool sees what its own statement gives, whatever its caller may see', () => {
    const mailer = { ...allowPlain, principal: { tool: 'send_email' }, resource: 'pvg:acme:*/EMAIL' };
    const decide = (kind: 'tool' | 'model', infoType: string) =>
      snapshotOf(mailer).decide({
        ...requestWith({ resource: { infoType } }),
        principal: destinationPrincipal('acme', kind, 'send_email'),
      }).level;
    expect([decide('tool', 'EMAIL'), decide('tool', 'IBAN'), decide('model', 'EMAIL')]).toEqual([
      'plain',
      'token',
      'token',
    ]);
  });
});

describe('a recorded decision', () => {
  it('decides the same when it is read back, for any policy and request', () => {
    fc.assert(
      fc.property(documents, requests, fc.option(requests), (document, alone, other) => {
        const snapshot = PolicySnapshot.of(document);
        const { now: at } = alone.context;
        const actor = other ? { ...other.principal, attributes: {} } : undefined;
        const request = { ...alone, principal: { ...alone.principal, actor } };
        const again = requestFromRecord('acme', decisionRecord(request), at);
        expect(snapshot.decide(again!)).toEqual(snapshot.decide(request));
      }),
      { numRuns: 500 },
    );
  });

  it('is of a form that the audit log takes, also with odd ids, and never holds the words of the reason', () => {
    const request = requestWith({
      principal: { id: 'zoë@idp', roles: ['support'], attributes: { department: 'Customer Care', secret: 'x y' } },
      context: { reason: 'Jane Roe called', purpose: 'case-handling', mfa: true },
    });
    const facts = decisionRecord(request);
    expect(Object.keys(facts).length).toBeLessThanOrEqual(40);
    for (const [name, fact] of Object.entries(facts)) {
      expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
      for (const text of [fact].flat()) expect(String(text)).toMatch(/^[A-Za-z0-9_.:/\-[\]+*=#|,]{1,200}$/);
    }
    expect(JSON.stringify(facts)).not.toMatch(/Jane|x y/);
    const again = requestFromRecord('acme', facts, now)!;
    expect(again.principal).toMatchObject({ id: 'zoë@idp', attributes: { department: 'Customer Care' } });
    expect(again.context).toMatchObject({ reason: '(given)', mfa: true });
    expect(
      requestFromRecord('acme', { action: 'vault:Peek', principal_id: 'x', principal_kind: 'user' }, now),
    ).toBeNull();
    expect(requestFromRecord('acme', {}, now)).toBeNull();
  });
});

describe('replay against a draft', () => {
  const recorded = (role: string, infoType: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const request = requestWith({ principal: { roles: [role] }, resource: { infoType } });
      const { allowed, level } = seed.decide(request);
      return { requestId: `${role}-${infoType}-${index}`, request, outcome: { allowed, level } };
    });
  const decisions = [
    ...recorded('support', 'EMAIL', 14),
    ...recorded('support', 'PHONE', 3),
    ...recorded('analyst', 'IBAN', 5),
  ];

  it('changes nothing with the policy that was in force', () => {
    expect(replayDecisions(decisions, seed)).toMatchObject({ decisionCount: 22, unchangedCount: 22, changes: [] });
  });

  it('counts what becomes visible and hidden, by type and role', () => {
    const draft = snapshotOf(
      { ...allowPlain, principal: { role: 'support' }, resource: 'pvg:*:*/EMAIL' },
      { ...allowPlain, sid: 'NoIban', effect: 'deny', resource: 'pvg:*:*/IBAN', reveal: 'token' },
    );
    const replay = replayDecisions(decisions, draft, 2);
    const common = { action: 'vault:Reveal', role: 'support' };
    expect(replay.newlyVisible).toEqual([
      { ...common, infoType: 'EMAIL', before: 'masked', after: 'plain', count: 14 },
    ]);
    expect(replay.newlyHidden).toEqual([
      { ...common, role: 'analyst', infoType: 'IBAN', before: 'token', after: 'redacted', count: 5 },
      { ...common, infoType: 'PHONE', before: 'masked', after: 'token', count: 3 },
    ]);
    expect(replay.changes).toHaveLength(2);
  });
});
