import { patternRecognizer, type Validation } from '../../recognizer.js';

/** The first part must be base64url of a JSON object that names an algorithm. */
function validateJwt(value: string): Validation {
  try {
    const header: unknown = JSON.parse(Buffer.from(value.split('.', 1)[0]!, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null && 'alg' in header ? 'valid' : 'invalid';
  } catch {
    return 'invalid';
  }
}

/** JSON Web Tokens, signed or encrypted. */
export const jwt = patternRecognizer({
  id: 'jwt',
  type: 'SECRET',
  title: 'JSON Web Token',
  source: 'RFC 7519 §3, RFC 7515 §3.1 (compact serialisation)',
  check: 'the header decodes to a JSON object with alg',
  score: 0.5,
  validScore: 0.99,
  patterns: [
    {
      name: 'compact serialisation',
      kind: 'text',
      regex: /(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{2,8000}\.[\w-]{0,2000}(?:\.[\w-]{1,8000}\.[\w-]{1,2000})?(?![\w-])/,
      hints: ['eyj'],
    },
  ],
  validate: validateJwt,
  context: {},
  examples: {
    valid: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsZW5hIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'],
    invalid: ['eyJub3QiOiJqd3QifQ.abc.def', 'a.b.c'],
  },
});
