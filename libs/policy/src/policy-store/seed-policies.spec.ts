import { describe, expect, it } from '@jest/globals';
import type { RevealLevel } from '#lib/kernel';
import { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { ACTIONS, type Action } from '../language/actions.js';
import { requestWith } from '../testing/requests.js';
import { SEED_POLICY } from './seed-policies.js';

const seed = PolicySnapshot.of(SEED_POLICY);
const level = (roles: string[], infoType: string, suppliedByCaller?: boolean, kind = 'service') =>
  seed.decide(
    requestWith({ principal: { roles, kind: kind as never }, resource: { infoType }, context: { suppliedByCaller } }),
  ).level;
const may = (role: string, action: Action) =>
  seed.decide(requestWith({ principal: { roles: [role] }, action })).allowed;

describe('the seeded policy', () => {
  // The table of the product's contracts, row by row.
  const table: [string, string, boolean | undefined, RevealLevel][] = [
    ['user', 'EMAIL', true, 'plain'],
    ['user', 'EMAIL', false, 'token'],
    ['user', 'EMAIL', undefined, 'token'],
    ['user', 'US_SSN', true, 'plain'],
    ['support', 'EMAIL', true, 'masked'],
    ['support', 'EMAIL', undefined, 'masked'],
    ['support', 'PHONE', false, 'masked'],
    ['support', 'PERSON', undefined, 'masked'],
    ['support', 'IBAN', true, 'token'],
    ['support', 'CREDIT_CARD', undefined, 'token'],
    ['analyst', 'EMAIL', true, 'token'],
    ['analyst', 'PERSON', undefined, 'token'],
    ['admin', 'EMAIL', true, 'token'],
    ['admin', 'US_SSN', undefined, 'token'],
    ['nobody', 'EMAIL', true, 'token'],
  ];
  it.each(table)('shows %s a %s (supplied by the caller: %s) as %s', (role, type, supplied, expected) => {
    expect(level([role], type, supplied)).toBe(expected);
  });

  it('shows an admin no value whatever other roles he holds', () => {
    expect(level(['admin', 'user', 'support'], 'EMAIL', true)).toBe('token');
  });

  it('shows a model no value whatever roles it holds', () => {
    expect(level(['user'], 'EMAIL', true, 'model')).toBe('token');
  });

  it.each([
    ['vault:Join', ['user', 'support']],
    ['gateway:Invoke', ['user', 'support', 'analyst', 'admin']],
    ['vault:Tokenize', ['user', 'support', 'analyst', 'admin']],
    ['document:Deidentify', ['user', 'support', 'analyst', 'admin']],
    ['vault:Search', ['support', 'admin']],
    ['vault:Export', []],
    ['vault:Use', []],
    ['policy:Write', ['admin']],
    ['principal:Write', ['admin']],
    ['audit:Read', ['admin']],
    ['keys:Rotate', ['admin']],
  ] as [Action, string[]][])('grants %s to %j and nobody else', (action, roles) => {
    expect(['user', 'support', 'analyst', 'admin', 'nobody'].filter((role) => may(role, action))).toEqual(roles);
  });

  it('grants a principal without a role nothing', () => {
    expect(ACTIONS.filter((action) => action !== 'vault:Reveal' && may('nobody', action))).toEqual([]);
  });
});
