import { patternRecognizer } from '../../recognizer.js';

/** Business identifier codes: eight or eleven letters look like words, so only beside their name or an IBAN. */
export const bic = patternRecognizer({
  id: 'bic',
  type: 'BIC',
  title: 'Business identifier code of a bank (SWIFT)',
  source: 'ISO 9362:2022; country codes of ISO 3166-1',
  score: 0.2,
  requiresContext: true,
  contextDistanceMax: 5,
  patterns: [
    {
      name: 'institution, country, location',
      kind: 'text',
      triggers: { words: ['bic', 'swift', 'iban'], before: 60, after: 80 },
      regex:
        /(?<![A-Za-z0-9])[A-Z]{4}(?:A[DEFGILMOQRTUWXZ]|B[ABDEFGHIJLMNOQRSTWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRTUWY]|H[KNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMNRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[CDFGHJKLMNORTVWZ]|U[AGSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9])/,
    },
  ],
  context: { '*': ['bic', 'swift', 'swift code', 'bic code', 'bic swift', 'iban'] },
  examples: { valid: ['BARCGB22XXX', 'CHASUS33', 'NOLADE21STR'], invalid: ['ABSOLUTELY', 'CHASQQ33'] },
});
