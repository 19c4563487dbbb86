import { describe, expect, it } from '@jest/globals';
import { type LinkCandidate, proposeLinks } from './propose-links.js';

const person = (token: string, value: string, place: Partial<LinkCandidate> = {}) => ({
  token,
  type: 'PERSON',
  value,
  ...place,
});
const email = (token: string, value: string, place: Partial<LinkCandidate> = {}) => ({
  token,
  type: 'EMAIL',
  value,
  ...place,
});

describe('proposed links', () => {
  it.each<[string, LinkCandidate, LinkCandidate, string | null]>([
    ['name and address', person('a', 'Jane Roe'), email('b', 'jane.roe@acme.test'), 'name-and-email'],
    ['initial and surname', person('a', 'Jane Mary Roe'), email('b', 'JRoe+news@acme.test'), 'name-and-email'],
    ['accents', person('a', 'José García'), email('b', 'garcia.jose@acme.test'), 'name-and-email'],
    ['another mailbox', person('a', 'Jane Roe'), email('b', 'info@acme.test'), null],
    ['title and surname', person('a', 'Ms Roe'), person('b', 'Jane Roe'), 'title-and-surname'],
    ['title with dot', person('a', 'Dr. Roe'), person('b', 'Roe, Jane'), 'title-and-surname'],
    ['another surname', person('a', 'Ms Doe'), person('b', 'Jane Roe'), null],
    ['middle name', person('a', 'Jane Roe'), person('b', 'Jane M. Roe'), 'full-name'],
    ['one first name', person('a', 'Jane'), person('b', 'Jane Roe'), null],
    [
      'one record',
      person('a', 'Jane Roe', { record: 'r1' }),
      email('b', 'x@acme.test', { record: 'r1' }),
      'same-record',
    ],
    ['other records', person('a', 'Jane Roe', { record: 'r1' }), email('b', 'x@acme.test', { record: 'r2' }), null],
    [
      'one document',
      person('a', 'Jane Roe', { document: 'd' }),
      email('b', 'x@acme.test', { document: 'd' }),
      'same-document',
    ],
    [
      'not a person’s',
      person('a', 'Jane', { record: 'r' }),
      { token: 'b', type: 'SECRET', value: 'k', record: 'r' },
      null,
    ],
  ])('%s', (_, a, b, rule) => {
    for (const pair of [
      [a, b],
      [b, a],
    ]) {
      expect(proposeLinks(pair).map((proposal) => [proposal.rule, proposal.tokens])).toEqual(
        rule ? [[rule, ['a', 'b']]] : [],
      );
    }
  });

  it('give the strongest rule once for each pair', () => {
    const proposals = proposeLinks([
      person('a', 'Jane Roe', { record: 'r', document: 'd' }),
      email('b', 'jane.roe@acme.test', { record: 'r', document: 'd' }),
    ]);
    expect(proposals).toEqual([{ tokens: ['a', 'b'], rule: 'name-and-email', confidence: 0.85 }]);
  });
});
