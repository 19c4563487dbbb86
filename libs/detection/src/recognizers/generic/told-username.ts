import type { Recognizer, ScanMatch } from '../../recognizer.js';

/** Words that can only announce the name of an account. */
const NAMES =
  "user ?names?|user ?ids?|login (?:name|id)|screen ?name|gamertag|handle|nick(?:name)?|benutzernamen?|nutzernamen?|benutzerkennung|kennung|anmeldenamen?|pseudo|identifiant|nom d'utilisateur|nombre de usuario|nome utente|nome de (?:usuário|utilizador)|gebruikersnaam|inlognaam|nama pengguna";
/** Words that may announce one: only what is spelt like an account name follows. */
const ACCOUNTS =
  'users?|accounts?|profiles?|logins?|log(?:s|ged|ging)? (?:in|on)|sign(?:s|ed|ing)? (?:in|up|on)|registered|konto|profil|angemeldet|eingeloggt|compte|connectée?|inscrite?|utilisateur|cuenta|perfil|usuario|usuário|utilizador|utente|profilo|registrat[oa]|conta|account|profiel|ingelogd|gebruiker|akun|pengguna|masuk';
const PLATFORMS =
  'instagram|insta|ig|twitter|tiktok|telegram|snapchat|snap|discord|twitch|steam|psn|xbox|reddit|mastodon|bluesky|skype|github|gitlab|venmo|signal|kik|wechat|threads|strava|roblox|fortnite|minecraft';
/** Short words between the cue and the name. */
const BETWEEN =
  'is|was|are|as|at|name|called|named|with|under|by|using|the|my|his|her|their|still|now|id|account|profile|user|handle|ist|lautet|war|heißt|als|mit|unter|meine?|der|das|est|était|sous|avec|comme|le|mon|es|era|como|con|mi|el|è|come|il|mio|é|foi|com|meu|o|op|met|onder|mijn|adalah|dengan|sebagai|saya|di';
const LINK = `(?:["'»”]?[:=]?\\s{1,2}(?:${BETWEEN})(?![\\p{L}\\p{N}])){0,3}["'»”]?[:=]?\\s{1,2}["'«“„\`(]?@?`;
const VALUE = '([a-z][\\w.-]{1,30}\\w)(?![\\w@/({\\[<=]|[.:-]\\w)';
const TOLD = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${NAMES}|${ACCOUNTS}|${PLATFORMS})${LINK}${VALUE}`, 'giu');
const BEFORE_PLATFORM = new RegExp(
  `(?<![\\w@./\\\\-])@?${VALUE}["'»”]? (?:(?:on|over on|auf|bei|sur|en|su|no|op|di) (?:${PLATFORMS})|angemeldet|eingeloggt|ingelogd)(?![\\p{L}\\p{N}])`,
  'giu',
);
const SELF = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:my|his|her|their|your|mein|sein|ihr|dein|mon|son|ton|mi|su|tu|mio|suo|meu|seu|mijn|zijn|haar) (?:\\w{1,14} ){0,2}?(?:${NAMES}) (?:is|was|ist|lautet|war|est|était|es|era|è|é|foi) (?:still |now |just |simply )?["'«“„]?${VALUE}(?=["'»”)]*(?:[.,;!?]|\\s*$|\\s(?:and|but|on|und|et|y|e|en|dan)\\s))`,
  'giu',
);

const SPELT_LIKE_ONE = /\d|_|\p{Ll}\.\p{Ll}{2}/u;
/** Names of software and units, versions, file names, domains, code. */
const OTHER =
  /^(?:[a-z]{1,2}\d{1,3}|v\d[\w.]*|(?:utf|sha|md|base|ipv|http|oauth|log|python|node|java|php|win|windows|office|covid|web|es|mp|h|s|ec|x|arm|iphone|ps|level|tier|step|day|week|room|page|part|test|item|line|port|type|class|group|team|phase|version|build|node|server|host|env|stage|user|account|id)[_-]?\d+\w{0,2}|\d.*|.*__.*|_.*)$/i;
const FILE_OR_DOMAIN =
  /\.(?:com|net|org|io|de|fr|es|it|nl|pt|br|id|uk|eu|co|info|local|internal|example|test|txt|pdf|docx?|xlsx?|csv|json|ya?ml|xml|js|ts|py|rb|go|java|log|png|jpe?g|exe|sh|conf|cfg|ini|md|html?)$/i;
const CODE_NAME =
  /(?:^|_)(?:id|ids|name|key|keys|token|type|code|count|at|by|url|uri|data|status|error|not|found|failed|denied|created|deleted|updated|required|table|user|users|account|accounts|password|email|list|get|set|is|has|can|role|roles|group|groups|session|service|config|settings|manager|factory|handler|agent|info|details|profile)(?:_|$)/i;
const ORDINARY =
  /^(?:a|an|the|not|no|now|still|also|just|only|your|my|his|her|this|that|it|here|there|below|above|wrong|correct|right|invalid|valid|missing|required|optional|unique|unknown|empty|blank|taken|available|visible|hidden|shown|displayed|stored|locked|blocked|disabled|enabled|public|private|case|already|too|very|different|same|always|never|being|based|used|set|one|something|someone|whatever|what|email|name|password|and|or|but|ok|okay|fine|gone|changed|updated|broken|expired|nicht|kein|keine|falsch|richtig|leer|noch|schon|jetzt|hier|pas|plus|faux|vide|ici|déjà|no|mal|correcto|incorrecto|aquí|ya|non|errato|qui|già|não|errado|aqui|já|niet|fout|leeg|hier|al|salah|kosong|sudah|belum|di)$/i;

/** Names of accounts told in prose: after a word that announces one, or before the platform it belongs to. */
export function* scanToldUsernames(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(TOLD)) yield* judged(match, match.index + match[0].length - match[1]!.length, true);
  for (const match of text.matchAll(BEFORE_PLATFORM)) {
    yield* judged(match, match.index + (match[0].startsWith('@') ? 1 : 0), true);
  }
  for (const match of text.matchAll(SELF)) yield* judged(match, match.index + match[0].lastIndexOf(match[1]!), false);
}

function* judged(match: RegExpExecArray, start: number, mustLook: boolean): Generator<ScanMatch> {
  const value = match[1]!;
  const looks = SPELT_LIKE_ONE.test(value) && !CODE_NAME.test(value);
  if (value.length < 4 || OTHER.test(value) || FILE_OR_DOMAIN.test(value) || (mustLook && !looks)) return;
  if (!looks && (ORDINARY.test(value) || /[.-]/.test(value))) return;
  yield {
    start,
    end: start + value.length,
    pattern: looks ? 'told' : 'told, a plain word',
    score: looks ? 0.7 : 0.6,
    validation: 'unknown',
  };
}

/** User names and handles that prose tells: `you'll find me on Discord as night_owl`, `my handle is zephyrine`. */
export const toldUsername: Recognizer = {
  id: 'told-username',
  types: ['USERNAME'],
  title: 'User name or handle told in prose',
  source: 'POSIX portable user names (XBD 3.437); the words that announce one in eight languages',
  check: 'spelt as user names are (digit, underscore, inner dot), or announced by a possessive and a verb',
  score: 0.7,
  patterns: [],
  scan: scanToldUsernames,
  triggers: {
    words: [
      ...'username user userid login log logged logging logs sign signed signing signs screen gamertag handle nick nickname'.split(
        ' ',
      ),
      ...'account profile registered benutzername benutzernamen nutzername nutzernamen benutzerkennung kennung'.split(
        ' ',
      ),
      ...'anmeldename anmeldenamen konto profil angemeldet eingeloggt pseudo identifiant utilisateur compte connecte'.split(
        ' ',
      ),
      ...'connectee inscrit inscrite usuario cuenta perfil utente profilo registrato registrata utilizador conta'.split(
        ' ',
      ),
      ...'gebruikersnaam inlognaam profiel ingelogd gebruiker pengguna akun masuk'.split(' '),
      ...PLATFORMS.split('|'),
    ],
    before: 48,
    after: 90,
  },
  context: {},
  examples: {
    valid: ['my handle is «zephyrine».', 'logged in as «j.moss»', 'find me on Discord as «night_owl»'],
    invalid: ['username is required', 'sign in with oauth2', 'account user_id', 'login page_2.html'],
  },
};
