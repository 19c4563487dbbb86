import { patternRecognizer } from '../../recognizer.js';

const NAMES =
  "user(?:[ _-]?name|[ _-]?id)?|login(?: name| id)?|log-in|handle|screen name|nickname|nick|db[_-]user|account name|benutzer(?:name)?|nutzername|kennung|identifiant|utilisateur|nom d'utilisateur|usuario|usuário|utente|utilizador|nome utente|gebruiker(?:snaam)?|inlognaam|pengguna|nama pengguna|akun|uid|sudo -u|owner";
const NOT_A_NAME =
  /^(?:(?:name|id|and|or|the|is|was|not|none|null|true|false|root|admin|string|guest|anonymous|error|agent|data|story|stories|experience|interface|input|password|account|info|unknown|login|user|default|www-data|nobody|system|daemon|public|self|this|me|you)\b.*|\d{1,3}|.*[({$<[].*)$/i;

/** Account names: labelled, in home directories, and handles of social networks. */
export const username = patternRecognizer({
  id: 'username',
  type: 'USERNAME',
  title: 'User name or handle',
  source: 'POSIX portable user names (XBD 3.437), handles as the social networks document them',
  check: 'not a word that is nobody’s name',
  score: 0.6,
  patterns: [
    {
      name: 'labelled',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}\\p{N}_])(?:${NAMES})["'\`]?(?: ?(?::=|=>|[:=])\\s?| (?=\\S{0,30}[\\d_]))["'\`(]?@?([\\p{L}][\\p{L}\\p{N}_.-]{1,38}[\\p{L}\\p{N}])(?![\\p{L}\\p{N}@(/])`,
        'iu',
      ),
      group: 1,
      score: 0.75,
    },
    {
      name: 'home directory',
      kind: 'text',
      regex: /(?:\/home\/|\/Users\/|\\Users\\|\\home\\)([A-Za-z][\w.-]{1,31})(?![\w.-])/,
      group: 1,
      hints: ['/home/', '/users/', '\\users\\', '\\home\\'],
      score: 0.75,
    },
    {
      name: 'handle',
      kind: 'text',
      regex: /(?<![\p{L}\p{N}@._/-])@([A-Za-z_][\w.]{2,29}\w|[A-Za-z]\w{2,29})(?![\w/@(.])/u,
      hints: ['@'],
      score: 0.4,
    },
    {
      name: 'handle with digits or dots',
      kind: 'text',
      regex: /(?<![\p{L}\p{N}@._/-])@(?=\w*[\d_.])([A-Za-z_][\w.]{2,29}\w)(?![\w/@(])/u,
      hints: ['@'],
      score: 0.65,
    },
    {
      name: 'forum user',
      kind: 'text',
      regex: /(?<![\w/])\/?u\/[A-Za-z][\w-]{2,19}(?![\w/-])/,
      hints: ['u/'],
      score: 0.7,
    },
    {
      name: 'directory entry',
      kind: 'text',
      regex: /\b(?:uid|cn|sAMAccountName)=([A-Za-z][\w.-]{2,31})(?=,)/,
      group: 1,
      hints: ['uid=', 'cn=', 'samaccountname='],
      score: 0.75,
    },
  ],
  validate: (value) => (NOT_A_NAME.test(value) ? 'invalid' : 'unknown'),
  context: {
    '*': [
      'instagram',
      'twitter',
      'tiktok',
      'telegram',
      'snapchat',
      'insta',
      'mastodon',
      'discord',
      'github',
      'follow',
      'handle',
      'dm',
      'ig',
      'tagged',
    ],
  },
  examples: { valid: ['u/tendiegrandpa'], invalid: ['@', 'root'] },
});
