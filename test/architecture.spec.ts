import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = resolve(import.meta.dirname, '..');

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

function cruise(folder: string, entries: readonly string[]): Cruise['summary'] {
  const binary = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  let output: string;
  try {
    output = execFileSync(process.execPath, [binary, '--config', config, '--output-type', 'json', ...entries], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
  } catch (error) {
    // The command's exit status counts violations; its report is on stdout all the same.
    output = (error as { stdout: string }).stdout;
  }
  return (JSON.parse(output) as Cruise).summary;
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

describe('architecture', () => {
  it('keeps the import table', () => {
    const { totalCruised, violations } = cruise(root, ['apps/gateway', 'apps/cli', 'libs']);
    expect(totalCruised).toBeGreaterThan(100);
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  }, 120_000);

  it('bites: a planted violation is found', () => {
    const { violations } = cruise(join(root, 'test/fixtures/architecture'), ['libs']);
    const names = violations.map(({ rule }) => rule.name);
    expect(names).toContain('upstream-imports');
    expect(names).toContain('models-never-reach-the-vault');
    expect(names).toContain('pure-libraries');
  }, 60_000);

  it('mints Deidentified in libs/deidentification alone', () => {
    const elsewhere = ['apps', 'libs']
      .flatMap((folder) => [...sources(join(root, folder))])
      .filter((path) => !path.includes('/libs/deidentification/') && !path.endsWith('.spec.ts'))
      .filter((path) => /as\s+(?:unknown\s+as\s+)?Deidentified\b/.test(readFileSync(path, 'utf8')));
    expect(elsewhere).toEqual([]);
  });

  it('reads the environment in libs/config alone', () => {
    const elsewhere = ['apps', 'libs']
      .flatMap((folder) => [...sources(join(root, folder))])
      .filter((path) => !path.includes('/libs/config/') && !/\.spec\.ts$|\/testing\//.test(path))
      .filter((path) => /process\.env\b/.test(readFileSync(path, 'utf8')))
      .map((path) => path.slice(root.length + 1));
    expect(elsewhere).toEqual([]);
  });
});
