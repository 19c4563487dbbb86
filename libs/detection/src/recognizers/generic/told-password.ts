import type { Recognizer, ScanMatch } from '../../recognizer.js';

/** Words that name a password; what stands for one follows some words later, or stood before. */
const NAMES =
  'passwords?|pass ?codes?|pass ?phrases?|pwd|passwort|passwörter|kennwort|mots? de passe|mdp|contraseñas?|clave|parola d.ordine|senhas?|palavra-passe|wachtwoord(?:en)?|kata sandi|sandi';
/** What says that a value follows. */
const TELLS =
  "it's|it is|it was|one is|one was|(?:set|changed|reset|updated|switched|back)(?: it)? (?:to|from)|to|try|tried|use|used|with|was|is|still|now|war|ist|lautet|auf|von|zu|mit|heißt|est|était|c'est|c'était|en|par|era|es|por|a|è|con|in|foi|para|com|é|naar|van|met|jadi|menjadi|sekarang|jetzt|nun|maintenant|ahora|ora|agora|nu|adalah|yaitu|ke|dari|dengan";
const VALUE = '([^\\s"\'“”«»„`<>]{6,64})';
const NAME = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${NAMES})(?=[^\\p{L}\\p{N}_])`, 'giu');
const TOLD = new RegExp(`(?<=[\\s,;])(?:${TELLS}):? ["'“«„‘\`]?${VALUE}`, 'giu');
const QUOTED = new RegExp(`(?<=[\\s,;])(?:${TELLS}):? ["“«„]\\s?([^"“”«»„\\n]{6,64}?)\\s?["”»“]`, 'giu');
/** How far from the word a value is looked for. */
const REACH = 110;
const BEFORE = new RegExp(
  `(?<![^\\s"'“«„(])${VALUE}["'”»“]? (?:is|was|ist|war|est|était|es|era|è|é|foi|adalah) (?:(?:my|the|his|her|our|your|das|mein|sein|ihr|le|mon|son|la|mi|su|il|mia|a|minha|sua|het|mijn|kata)[ \\n])?(?:(?:new|old|current|wifi|neue|alte|nouveau|nueva|nuova|nova|nieuwe|oude)[ \\n])?(?:${NAMES})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Letters mixed with digits, or with signs that prose does not have inside a word. */
const MIXED = /^(?=.*\p{L})(?=.*(?:\d|.[!#$%^&*+=~|_@].)).+$/u;
/** Ordinals, versions, dates, measures, addresses of mails and pages, file names, vault tokens, code. */
const OTHER =
  /^(?:\d+(?:st|nd|rd|th|h|min|days?|px|ms|kb|mb|gb)|v?\d+(?:\.\d+)+\w*|\d{1,4}[-./:]\d{1,2}.*|.*@.*\..*|https?:.*|www\..*|.*\/.*|.*\(\)?.*|\p{L}+-\d{1,4}|(?:sha|md|aes|utf|tls|base|oauth|bcrypt)-?\d+.*|[A-Z]+_[A-Z_]+|[a-z]+(?:_[a-z]+)+|\w+\.(?:txt|pdf|csv|json|ya?ml|env|conf|js|ts|py))$/iu;

/** Passwords that a sentence tells, at some distance from the word: `I forgot the password, I think it was Sommer2019!`. */
export function* scanToldPasswords(text: string): Generator<ScanMatch> {
  for (const stretch of stretches(text)) {
    const words = text.slice(stretch.start, stretch.end);
    for (const match of words.matchAll(TOLD)) yield* mixed(match[1]!, stretch.start + endOf(match));
    for (const match of words.matchAll(QUOTED)) {
      const value = match[1]!;
      if (!/[\p{L}\d]/u.test(value) || value.split(' ').length > 6) continue;
      const start = stretch.start + match.index + match[0].lastIndexOf(value);
      yield { start, end: start + value.length, pattern: 'quoted in a sentence', score: 0.65, validation: 'unknown' };
    }
  }
  for (const match of text.matchAll(BEFORE)) yield* mixed(match[1]!, match.index + match[1]!.length);
}

/** What stands after the words that name a password, each character once. */
function stretches(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const match of text.matchAll(NAME)) {
    const start = endOf(match);
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.min(text.length, start + REACH);
    else found.push({ start, end: Math.min(text.length, start + REACH) });
  }
  return found;
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}

function* mixed(raw: string, rawEnd: number): Generator<ScanMatch> {
  const value = raw.replace(/[.,;:?)\]]+$/, '');
  if (value.length < 6 || !MIXED.test(value) || OTHER.test(value)) return;
  const start = rawEnd - raw.length;
  yield { start, end: start + value.length, pattern: 'told in a sentence', score: 0.7, validation: 'unknown' };
}

/** Passwords told in prose. */
export const toldPassword: Recognizer = {
  id: 'told-password',
  types: ['PASSWORD'],
  title: 'Password told in a sentence',
  source: 'The words that announce one in eight languages',
  check: 'letters mixed with digits or signs, or in quotation marks',
  score: 0.7,
  patterns: [],
  scan: scanToldPasswords,
  triggers: {
    words: [
      ...'password pass passcode passphrase pwd passwort kennwort passe mdp contrasena clave parola senha palavra'.split(
        ' ',
      ),
      ...'wachtwoord wachtwoorden sandi'.split(' '),
    ],
    before: 90,
    after: 180,
  },
  context: {},
  examples: {
    valid: [
      'I forgot the password, I think it was «Sommer2019!»',
      'password? try "«correct horse battery»"',
      '«Quill#Stone7» is my new password',
    ],
    invalid: [
      'password reset on 2024-05-01',
      'the password policy changed to NIST-800',
      'password hashed with sha256',
      'change the password in config.yaml',
    ],
  },
};
