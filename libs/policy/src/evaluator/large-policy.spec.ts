import { expect, it } from '@jest/globals';
import { POLICY_VERSION } from '../language/policy-document.js';
import { requestWith } from '../testing/requests.js';
import { PolicySnapshot } from './policy-snapshot.js';

it('10,000 statements over ten roles and ten types are decided in less than a millisecond of processor time', () => {
  const statements = Array.from({ length: 10_000 }, (_, index) => ({
    sid: `S${index}`,
    effect: index % 10 === 0 ? 'deny' : 'allow',
    principal: { role: `role-${index % 10}` },
    action: ['vault:Reveal'],
    resource: `pvg:acme:customers/TYPE_${Math.floor(index / 10) % 10}`,
    condition: { StringEquals: { 'ctx.purpose': `purpose-${index}` } },
    reveal: 'masked',
  }));
  const snapshot = PolicySnapshot.of({ version: POLICY_VERSION, statements });
  const request = (index: number) =>
    requestWith({
      principal: { roles: [`role-${index % 10}`] },
      resource: { infoType: `TYPE_${Math.floor(index / 10) % 10}` },
      context: { purpose: `purpose-${index}` },
    });
  const decided = (index: number) => snapshot.decide(request(index)).matched[0];
  for (let index = 0; index < 500; index += 1) decided(index);
  const before = process.cpuUsage();
  const sids = Array.from({ length: 500 }, (_, index) => decided(index));
  const used = process.cpuUsage(before);
  expect(sids).toEqual(Array.from({ length: 500 }, (_, index) => `S${index}`));
  expect((used.user + used.system) / 500).toBeLessThan(1_000);
});
