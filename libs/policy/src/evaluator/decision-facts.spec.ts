import { describe, expect, it } from '@jest/globals';
import { ATTRIBUTE_NAMES, PRINCIPAL_ATTRIBUTES } from '../language/attributes.js';
import { requestWith } from '../testing/requests.js';
import { decisionFacts, factOf, missingBits } from './decision-facts.js';

describe('the facts of a request', () => {
  it('hold every attribute of the vocabulary when the request gives it all', () => {
    const attributes = Object.fromEntries(PRINCIPAL_ATTRIBUTES.map((name) => [name.slice(10), '2026']));
    const request = requestWith({
      principal: { attributes },
      resource: { region: 'eu', subject: 's', origins: ['crm'], tags: ['vip'] },
      context: {
        purpose: 'p',
        reason: 'r',
        mfa: false,
        sourceIp: '10.0.0.1',
        model: 'm',
        tool: 't',
        conversation: 'c',
        suppliedByCaller: false,
      },
    });
    const facts = decisionFacts(request);
    expect(ATTRIBUTE_NAMES.filter((name) => factOf(facts, name) === undefined)).toEqual([]);
    expect(missingBits(facts)).toBe(0);
  });

  it('know nothing of what is empty, null or of the wrong type', () => {
    const facts = decisionFacts(
      requestWith({
        principal: { attributes: { risk: ' ', clearance: 'NaN', validUntil: 'later', team: '' } },
        resource: { collectionId: '*', region: null, origins: [], tags: [1] as never },
        context: { now: new Date('x'), purpose: '', mfa: 0 as never, sourceIp: ['10.0.0.1'] as never },
      }),
    );
    const known = ATTRIBUTE_NAMES.filter((name) => factOf(facts, name) !== undefined);
    expect(known).toEqual(['resource.infoType', 'resource.class', 'principal.id', 'principal.kind']);
  });
});
