import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

/** Where a case reported of another system is shown not to happen here: a spec file and words of a test's title. */
type Shown = readonly [file: string, title: string];

const SHOWN: Readonly<Record<string, Shown>> = {
  'vault-003': [
    'libs/vault/src/rotation/rotation.spec.ts',
    'leaves tokens, readers and writers of every process right',
  ],
  'vault-004': ['libs/vault/src/concurrency.spec.ts', 'get 1,000 tokens, no error'],
  'vault-006': ['libs/vault/src/rotation/rotation.spec.ts', 'after a compromise destroys the old key by itself'],
  'vault-007': ['libs/keyring/src/keyring.spec.ts', 'succeeds a key before it has made too many encryptions'],
  'vault-008': ['libs/keyring/src/crypto/aead.spec.ts', 'never uses a nonce twice, and takes none from its caller'],
  'vault-010': ['libs/keyring/src/key-cache.spec.ts', 'stays bounded whatever number of keys passes through'],
  'vault-016': ['libs/vault/src/tampering.spec.ts', 'gives nothing of a batch in which one row was changed'],
  'vault-017': ['libs/vault/src/vault.spec.ts', 'refuses a bad item alone and names the field'],
  'vault-023': ['libs/vault/src/vault.spec.ts', 'names the field, never what is in it'],
  'vault-035': ['libs/vault/src/values/normalise.spec.ts', 'have a version that is part of the label of their key'],
  'vault-036': ['libs/vault/src/vault.spec.ts', 'keeps look-alike addresses of other scripts distinct, and flags them'],
  'vault-039': ['libs/vault/src/vault.spec.ts', 'keeps equal values of different types, collections, conversations'],
  'vault-041': ['libs/vault/src/tampering.spec.ts', 'refuses a row moved to another token'],
  'vault-042': ['libs/vault/src/concurrency.spec.ts', 'get 1,000 tokens, no error'],
  'vault-045': [
    'libs/vault/src/values/normalise.spec.ts',
    'feed a keyed digest: without the key no guess can be checked',
  ],
  // 40 random bits by design (docs/adr/2026-11-30-vault-tokens-have-40-random-bits.md), of fixed length, unique by constraint.
  'vault-047': ['libs/vault/src/odd-days.spec.ts', 'whose random tokens collide starts the batch again'],
  'vault-048': ['libs/vault/src/forms/value-forms.spec.ts', 'refuses a format that would be used up'],
  'vault-049': ['libs/vault/src/forms/value-forms.spec.ts', 'lie in a test range and hold the Luhn digit'],
  'vault-050': ['libs/vault/src/forms/value-forms.spec.ts', 'of digit strings take zeros like any digits'],
  'vault-054': ['libs/vault/src/search/search.spec.ts', 'leaves tombstones of expired and used values'],
  'vault-055': [
    'libs/vault/src/subjects/subjects.spec.ts',
    'are gone from the live database, with all live keys, in every process',
  ],
  'vault-058': ['libs/vault/src/subjects/subjects.spec.ts', 'have their values under their own key, and shared ones'],
  'vault-060': ['libs/vault/src/subjects/subjects.spec.ts', 'stay erased when an older backup is restored'],
  'vault-061': ['libs/keyring/src/keyring.spec.ts', 'refuses to open a database that was made with another root key'],
  'vault-062': [
    'libs/vault/src/rotation/rotation.spec.ts',
    'retires a key-encryption key at zero rows only, and by its own id',
  ],
  'vault-063': ['libs/vault/src/rotation/rotation-kill.spec.ts', 'loses nothing and mixes nothing up'],
  'vault-064': ['libs/vault/src/search/search.spec.ts', 'not declared, empty or too short'],
  'vault-065': ['libs/vault/src/search/search.spec.ts', 'not declared, empty or too short'],
  'vault-070': [
    'libs/deidentification/src/reidentify-stream/renditions.spec.ts',
    'gives the same however random text is cut',
  ],
  'vault-071': ['libs/vault/src/forms/form-matcher.spec.ts', 'takes the longest rendition at each place, in one pass'],
  'vault-073': ['libs/vault/src/forms/form-matcher.spec.ts', 'tells a thousand renditions apart'],
  'vault-076': ['libs/vault/src/vault.spec.ts', 'gives one token for one value, whoever asks'],
  'vault-078': ['libs/vault/src/forms/value-forms.spec.ts', 'rendition that could be turned back'],
};

/** Cases that are not of the vault and the keyring, with who answers for them, or that can't occur, with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'vault-018': 'policy and gateway: the default reveal level is `token`',
  'vault-019': 'audit and the leak test: no secret in the log in any encoding',
  'vault-021': 'gateway: headers are logged from a list of allowed ones',
  'vault-022': 'audit: an event has typed facts, no bodies',
  'vault-024': 'audit: events name tokens; there is no operation here that hashes a value for a caller',
  'vault-027': 'audit: records carry the scheme of their chain',
  'vault-028': 'audit: digests are keyed',
  'vault-029': 'policy: lists are arrays before they are evaluated',
  'vault-032': 'policy: order of statements, absent attributes, unknown operators',
  'vault-033': 'policy: an error in a deny counts as deny',
  'vault-052': 'no format-preserving encryption is offered: formats are made up from the random token and stored',
  'vault-066': 'a search for what does not match is not offered',
  'vault-067': 'test/bench/vault.bench.ts --load: p95 of lookups at 100,000 and at 5,000,000 values',
  'vault-074':
    'policy and deidentification: a token is turned back for its exchange or by permission, with its origins',
  'vault-075': 'tools: what a tool receives in plain is decided by the policy of the tool',
};

describe('cases reported of other vaults', () => {
  const cases = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/cases/vault.json'), 'utf8')) as { id: string }[];

  it('each have a test or a reason', () => {
    const answered = [...Object.keys(SHOWN), ...Object.keys(ELSEWHERE)].sort();
    expect(answered).toEqual(cases.map(({ id }) => id).sort());
  });

  it.each(Object.entries(SHOWN))('%s is shown by a test that is there', (_, [file, title]) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
  });
});
