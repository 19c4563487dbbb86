import { patternRecognizer } from '../../recognizer.js';

/** Session cookies and analytics identifiers. */
export const cookie = patternRecognizer({
  id: 'cookie',
  type: 'COOKIE',
  title: 'Session cookie or analytics identifier',
  source: 'RFC 6265 §4.2; names that servers and analytics libraries document',
  score: 0.8,
  patterns: [
    {
      name: 'session cookie',
      kind: 'text',
      regex:
        /(?<![\w-])(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|session_id|laravel_session|csrftoken|XSRF-TOKEN|sid|auth_token)=([\w.%:+/-]{8,512})/i,
      group: 1,
      hints: [
        'phpsessid',
        'jsessionid',
        'sessionid',
        'session_id',
        '.sid',
        'laravel_session',
        'csrftoken',
        'xsrf-token',
        'sid=',
        'auth_token',
      ],
    },
    {
      name: 'analytics',
      kind: 'text',
      regex: /(?<![\w-])_(?:ga|gid|fbp|fbc|gcl_au|hjid|pk_id)(?:_[\w]{1,24})?=([\w.%-]{8,128})/,
      group: 1,
      hints: ['_ga', '_gid', '_fbp', '_fbc', '_gcl_au', '_hjid', '_pk_id'],
    },
  ],
  context: {},
  examples: { valid: ['PHPSESSID=«8f2kq0v7m1c3»', '_ga=«GA1.2.184421.160763»'], invalid: ['_ga', 'sessionid'] },
});
