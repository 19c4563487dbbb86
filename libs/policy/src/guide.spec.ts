import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PolicySnapshot } from './evaluator/policy-snapshot.js';
import { lintPolicy } from './policy-store/lint-policy.js';
import { type PolicyTest, runPolicyTests } from './policy-store/policy-tests.js';

const guide = readFileSync('docs/guides/policies.md', 'utf8');
const sections = guide.split(/^## (?=\d+\. )/m).slice(1);
const block = (section: string, kind: string) =>
  JSON.parse(new RegExp(`\`\`\`json ${kind}\\n([\\s\\S]*?)\`\`\``).exec(section)![1]!);

describe('the guide to policies', () => {
  it('has ten worked examples', () => {
    expect(sections).toHaveLength(10);
  });

  it.each(sections.map((section) => [section.split('\n')[0]!, section]))(
    'decides as it says: %s',
    (_title, section) => {
      const snapshot = PolicySnapshot.of(block(section, 'policy'));
      const tests = block(section, 'tests') as PolicyTest[];
      expect(tests.length).toBeGreaterThan(1);
      expect(runPolicyTests(snapshot, 'acme', tests).filter((test) => !test.passed)).toEqual([]);
      const levels = new Set(tests.map((test) => JSON.stringify(test.expected)));
      expect(levels.size).toBeGreaterThan(1);
      expect(lintPolicy(snapshot.document, 'acme').filter(({ code }) => code.startsWith('statement.'))).toEqual([]);
    },
  );
});
