import { patternRecognizer, type Validation } from '../../recognizer.js';

/**
 * Key formats that providers document or that their own secret scanners publish. Each has a prefix nobody writes by chance.
 */
const FORMATS = [
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}',
  'gh[pousr]_[A-Za-z0-9]{36,255}',
  'github_pat_[A-Za-z0-9_]{50,255}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-[\\w-]{20,64}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,250}',
  'xapp-\\d-[A-Za-z0-9-]{20,250}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,247}',
  'whsec_[A-Za-z0-9+/=]{24,64}',
  'sk-(?:ant-(?:api|admin|sid|oat)\\d{2}-|proj-|svcacct-|or-v1-|lf-)?[A-Za-z0-9_-]{20,250}',
  'pvg_[A-Za-z0-9_-]{20,128}',
  'AIza[\\w-]{35}',
  'ya29\\.[\\w-]{20,500}',
  'GOCSPX-[\\w-]{28}',
  'SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[\\w-]{50,300}',
  'hf_[A-Za-z]{30,40}',
  'do[opr]_v1_[a-f0-9]{64}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'sq0(?:atp|csp|idp)-[\\w-]{22,43}',
  'dapi[a-f0-9]{32}(?:-\\d)?',
  'lin_api_[A-Za-z0-9]{40}',
  '(?:secret|ntn)_[A-Za-z0-9]{40,50}',
  'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{40,50}',
  'hv[sbr]\\.[\\w-]{24,200}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  'key-[a-f0-9]{32}',
  'SK[a-f0-9]{32}',
  'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}',
  'sntrys_[A-Za-z0-9+/=_]{60,400}',
  'figd_[\\w-]{40,50}',
  'tfp_[\\w-]{40,80}',
  'r8_[A-Za-z0-9]{37}',
  'gsk_[A-Za-z0-9]{48,56}',
  'xai-[A-Za-z0-9]{70,90}',
  'pplx-[A-Za-z0-9]{40,60}',
  'AccountKey=[A-Za-z0-9+/]{86}==',
  'https://hooks\\.slack\\.com/services/T\\w{6,12}/B\\w{6,12}/\\w{18,30}',
  'https://discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[\\w-]{60,80}',
  '\\d{8,10}:AA[\\w-]{33}',
];

const PLACEHOLDER = /x{6}|\*{4}|\.{3}|example|placeholder|your[-_]?|changeme|dummy|<|redacted/i;
const DISTINCT_MIN = 8;

/** Placeholders of documentation are no secrets: too few different characters, or words that say so. */
export function validateSecretText(value: string): Validation {
  if (PLACEHOLDER.test(value)) return 'invalid';
  return new Set(value.replace(/^[A-Za-z]{1,6}[-_]/, '')).size >= DISTINCT_MIN ? 'valid' : 'invalid';
}

/** API keys and access tokens of known providers. */
export const providerKey = patternRecognizer({
  id: 'provider-key',
  type: 'SECRET',
  title: 'API key of a known provider',
  source:
    'Token formats documented by the providers (AWS IAM identifiers, GitHub token formats, GitLab token prefixes, Slack, Stripe, Google and others)',
  check: 'prefix, alphabet, length; not a placeholder',
  score: 0.6,
  validScore: 0.99,
  patterns: [
    {
      name: 'known prefix',
      kind: 'text',
      triggers: { runs: 'key', before: 120, after: 120 },
      regex: new RegExp(`(?<![A-Za-z0-9_])(?:${FORMATS.join('|')})(?![A-Za-z0-9])`),
    },
  ],
  validate: validateSecretText,
  context: {},
  examples: {
    valid: [
      'AKIAQ4RW2ZP7LKMN3XYT',
      `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`,
      `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`,
    ],
    invalid: ['glpat-XXXXXXXXXXXXXXXXXXXX', 'sk-learn', 'AKIAXXXXXXXXXXXXXXXX', 'key-value'],
  },
});
