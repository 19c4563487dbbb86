import type { Recognizer, ScanMatch } from '../../recognizer.js';

/** Words that name a password, in the languages of the product, most with both genders of spelling. */
const NAMES =
  "pass(?:word|wd|phrase|code|wort)|pwd|pw|psw|passwd|kennwort|kundenkennwort|zugangscode|losungswort|mot[ _]de[ _]passe|identified by|mdp|contraseña|contrasenya|clave|parola d'ordine|password|parola|senha|palavra-passe|wachtwoord|kata[ _]sandi|sandi|hasło|heslo|lösenord|adgangskode|passord|salasana|jelszó|parolă|şifre|пароль|pin(?: code)?|alarm code|gate code|door code|access code|one-time code|otp|codeword|code word|(?:db|smtp|mail|ftp|ssh|admin|root|user|login|wifi|sql|mysql|redis)[_-]?pass(?:word|wd)?|[a-z]{1,12}_pass(?:word|wd)?|pass";
const LABELLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NAMES})["'\`]?(?: ?(?::=|=>|[:=])|\\s(?:is|was|are|ist|war|lautet|lautete|est|es|era|è|é|foi|adalah|was:|is:)(?: now| jetzt)?(?: :)?|\\s)\\s?(?:["'\`]|&quot;)?([^\\s"'\`<>]{3,64})`,
  'giu',
);
const CONNECTION = /:\/\/[^\s:/@"']{1,64}:([^\s/@"']{3,128})@/g;
/** What stands where a password would but is none: code, placeholders, prose. */
const NO_VALUE =
  /^(?:true|false|null|none|nil|undefined|required|optional|string|text|hidden|empty|missing|wrong|invalid|incorrect|expired|changed|reset|field|hash|protected|policy|manager|here|below|above|again|your|the|for|and|with|you|must|should|not|set|is|was|of|to|in|on|at|my|a|an|und|oder|\*+|x{3,}|•+|\.{3,}|-+|_+)[.,;:!?)]*$/i;
const CODE =
  /^[$@]?\{|^\$\(|^\$[A-Z_]+$|^%[a-z]|^[A-Za-z_$][\w$]*(?:\.[\w$]+)*\(|^(?:process|os|env|config|self|this|settings|secrets|request|req|form|params)\.|^\w+\[|^<|^\*{2,}/;

/** Passwords and codes, where a word says that one follows. */
export function* scanPasswords(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(LABELLED)) {
    const raw = match[1]!;
    const value = withoutTail(raw);
    const start = match.index + match[0].length - raw.length;
    const separated = /(?:[:=>]|["'`])\s?["'`]?$/.test(match[0].slice(0, match[0].length - raw.length));
    if (!looksLikePassword(value, separated)) continue;
    yield {
      start,
      end: start + value.length,
      pattern: separated ? 'labelled' : 'named in a sentence',
      score: separated ? 0.85 : 0.7,
      validation: 'unknown',
    };
  }
}

/** Drops the sentence's punctuation, and a closing bracket that nothing in the value opens. */
function withoutTail(raw: string): string {
  const value = raw.replace(/[.,;:]+$/, '');
  return /[)\]}]$/.test(value) && !/[([{]/.test(value) ? withoutTail(value.slice(0, -1)) : value;
}

/** Passwords in the credentials of a URI: `postgres://user:password@host`. */
function* scanConnections(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(CONNECTION)) {
    const start = match.index + match[0].length - match[1]!.length - 1;
    yield { start, end: start + match[1]!.length, pattern: 'connection string', score: 0.9, validation: 'unknown' };
  }
}

/** After a colon or equals sign anything that is no code; in a sentence only what mixes letters with digits or signs. */
function looksLikePassword(value: string, separated: boolean): boolean {
  if (value.length < 4 || NO_VALUE.test(value) || CODE.test(value)) return false;
  const letters = /\p{L}/u.test(value);
  const digits = /\d/.test(value);
  const signs = /[^\p{L}\p{N}]/u.test(value.slice(0, -1));
  if (separated) return letters || digits;
  return (
    (digits && (letters || signs || /^\d{4,8}$/.test(value))) || (letters && /[!@#$%^&*_+=~|]/.test(value.slice(1, -1)))
  );
}

/** Passwords, PINs and pass phrases. */
export const password: Recognizer = {
  id: 'password',
  types: ['PASSWORD'],
  title: 'Password, PIN or access code',
  source: 'Labels in twenty languages; URI userinfo of RFC 3986 §3.2.1',
  check: 'not code, placeholder or prose',
  score: 0.7,
  patterns: [],
  scan: scanPasswords,
  triggers: {
    words: [
      'password',
      'passwd',
      'passphrase',
      'passcode',
      'passwort',
      'pass',
      'smtppass',
      'dbpass',
      'identified',
      'pwd',
      'pw',
      'psw',
      'kennwort',
      'kundenkennwort',
      'zugangscode',
      'losungswort',
      'passe',
      'mdp',
      'contrasena',
      'contrasenya',
      'clave',
      'parola',
      'senha',
      'wachtwoord',
      'sandi',
      'hasło',
      'haslo',
      'heslo',
      'losenord',
      'adgangskode',
      'passord',
      'salasana',
      'jelszo',
      'sifre',
      'пароль',
      'pin',
      'code',
      'codeword',
      'otp',
    ],
    before: 24,
    after: 120,
  },
  context: {},
  examples: {
    valid: ['password: «Stroopwafel_66»', 'mot de passe «Cigogne!67»'],
    invalid: ["form.getControl('password')", 'required', '********'],
  },
};

/** Passwords in connection strings. */
export const connectionPassword: Recognizer = {
  id: 'connection-password',
  types: ['PASSWORD'],
  title: 'Password in a connection string',
  source: 'RFC 3986 §3.2.1 (userinfo)',
  check: 'syntax',
  score: 0.9,
  patterns: [],
  scan: scanConnections,
  hints: ['://'],
  context: {},
  examples: { valid: ['amqp://lena:«s3cr3t-pass»@mq.internal'], invalid: ['https://example.com'] },
};
