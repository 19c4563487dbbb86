import { describe, expect, it } from '@jest/globals';
import { eachCodeCandidate } from './code-candidates.js';

function candidates(text: string): string[] {
  const found: string[] = [];
  eachCodeCandidate(text, (start, end, shape) => {
    expect(shape).toHaveLength(end - start);
    found.push(text.slice(start, end));
  });
  return found;
}

describe('code candidates', () => {
  it.each([
    ['ssn 536-90-4399.', '536-90-4399'],
    ['CHE-123.456.789 MWST', 'CHE-123.456.789'],
    ['HKID G123456(7) ok', 'G123456(7)'],
    ['nir 1 85 12 75 108 001 42', '1 85 12 75 108 001 42'],
    ['RSS MRA 85T10 A562S', 'RSS MRA 85T10 A562S'],
    ['cpf:123.456.789-09;', '123.456.789-09'],
    ['身份证号11010519491231002X是', '11010519491231002X'],
    ['id=536904399&x', '536904399'],
  ])('%j holds %j', (text, value) => {
    expect(candidates(text)).toContain(value);
  });

  it.each([
    ['550e8400-e29b-41d4-a716-446655440000', '446655440000'],
    ['1607200000.50', '1607200000'],
    ['user_123456789', '123456789'],
    ['é12345678', '12345678'],
    ['1234567890123', '123456789'],
    ['12/345/67890', '345/67890'],
  ])('%j does not hold %j, a part of something longer', (text, value) => {
    expect(candidates(text)).not.toContain(value);
  });

  it('gives at most eight candidates a group, so that long numeric rows stay linear', () => {
    expect(candidates('1 '.repeat(1000)).length).toBeLessThan(8000);
    expect(candidates('9'.repeat(100_000))).toEqual([]);
  });
});
