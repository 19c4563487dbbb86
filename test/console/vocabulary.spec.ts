import { describe, expect, it } from '@jest/globals';
import { ACTION_WILDCARDS, ACTIONS, OPERATOR_NAMES } from '#lib/policy';
import { OPERATORS } from '../../apps/console/src/features/policies/condition-rows.js';
import { ACTIONS as OFFERED, WILDCARDS } from '../../apps/console/src/features/policies/vocabulary.js';

describe('what the console offers when a policy is written', () => {
  it('are the actions that policies know, every one of them', () => {
    expect([...OFFERED].sort()).toEqual([...ACTIONS].sort());
  });

  it('are wildcards over groups of actions that exist', () => {
    expect([...WILDCARDS].sort()).toEqual([...ACTION_WILDCARDS].sort());
  });

  it('are the operators of conditions, every one of them', () => {
    expect([...OPERATORS].sort()).toEqual([...OPERATOR_NAMES].sort());
  });
});
