import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { levelRank } from '#lib/kernel';
import { checkPolicy } from '../language/check-policy.js';
import { allowStatements, denyStatements, documentOf, documents, requests } from '../testing/arbitraries.js';
import type { Decision, DecisionRequest } from './decision.js';
import { PolicySnapshot } from './policy-snapshot.js';

const decide = (document: unknown, request: DecisionRequest) => PolicySnapshot.of(document).decide(request);
const widens = (before: Decision, after: Decision) =>
  levelRank(after.level) > levelRank(before.level) || (after.allowed && !before.allowed);
const answer = ({ allowed, level, decidedBy, matched, missingContext }: Decision) =>
  JSON.stringify([allowed, level, decidedBy, matched, missingContext]);

describe('for any policy and request', () => {
  it('the generated policies are ones that can be saved', () => {
    fc.assert(fc.property(documents, (document) => checkPolicy(document).length === 0));
  });

  it('adding a deny never widens', () => {
    fc.assert(
      fc.property(documents, denyStatements, requests, (document, deny, request) => {
        const more = documentOf([...document.statements, deny]);
        return !widens(decide(document, request), decide(more, request));
      }),
      { numRuns: 500 },
    );
  });

  it('adding an allow never changes what an explicit deny refused', () => {
    fc.assert(
      fc.property(documents, allowStatements, requests, (document, allow, request) => {
        const before = decide(document, request);
        const after = decide(documentOf([...document.statements, allow]), request);
        const denies = document.statements.filter((statement) => statement.effect === 'deny').map((one) => one.sid);
        return !before.decidedBy.some((sid) => denies.includes(sid)) || !widens(before, after);
      }),
      { numRuns: 500 },
    );
  });

  it('the order of statements never matters', () => {
    const shuffled = documents.chain((document) =>
      fc.tuple(
        fc.constant(document),
        fc.shuffledSubarray([...document.statements], { minLength: document.statements.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, requests, ([document, statements], request) => {
        const before = decide(document, request);
        const after = decide({ ...document, statements }, request);
        expect(answer(after)).toBe(answer(before));
        expect(after.policyHash).toBe(before.policyHash);
      }),
      { numRuns: 300 },
    );
  });

  it('leaving an attribute out never widens', () => {
    const optional = {
      resource: ['infoType', 'region', 'subject', 'origins', 'tags'],
      context: ['purpose', 'mfa', 'sourceIp', 'suppliedByCaller'],
      principal: ['attributes'],
    } as const;
    fc.assert(
      fc.property(documents, requests, (document, request) => {
        const snapshot = PolicySnapshot.of(document);
        const full = snapshot.decide(request);
        for (const [part, names] of Object.entries(optional)) {
          for (const name of names) {
            const rest = { ...request[part as keyof typeof optional], [name]: name === 'attributes' ? {} : undefined };
            const less = snapshot.decide({ ...request, [part]: rest });
            if (widens(full, less)) throw new Error(`without ${name}: ${full.level} became ${less.level}`);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a delegated request sees no more than the user and no more than the application', () => {
    fc.assert(
      fc.property(documents, requests, requests, (document, request, { principal: actor }) => {
        const snapshot = PolicySnapshot.of(document);
        const delegated = snapshot.decide({ ...request, principal: { ...request.principal, actor } });
        const alone = [snapshot.decide(request), snapshot.decide({ ...request, principal: actor })];
        expect(levelRank(delegated.level)).toBe(Math.min(...alone.map((one) => levelRank(one.level))));
        expect(delegated.allowed).toBe(alone.every((one) => one.allowed));
      }),
      { numRuns: 500 },
    );
  });

  it('levels and refusals all occur among the generated decisions', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(documents, requests, (document, request) => {
        const { level } = decide(document, request);
        seen.set(level, (seen.get(level) ?? 0) + 1);
      }),
      { numRuns: 500 },
    );
    for (const level of ['omit', 'redacted', 'token', 'masked', 'plain'])
      expect(seen.get(level) ?? 0).toBeGreaterThan(3);
  });
});
