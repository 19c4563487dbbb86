import type { Change } from './change.js';

/** HTML names (WHATWG) of the characters that occur in names, addresses and around values. */
const HTML_NAMES = new Map<string, string>(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    ndash: '-',
    mdash: '-',
    lsquo: "'",
    rsquo: "'",
    ldquo: '"',
    rdquo: '"',
    commat: '@',
    period: '.',
    sol: '/',
    colon: ':',
    zwj: '',
    zwnj: '',
    Agrave: 'À',
    Aacute: 'Á',
    Acirc: 'Â',
    Atilde: 'Ã',
    Auml: 'Ä',
    Aring: 'Å',
    AElig: 'Æ',
    Ccedil: 'Ç',
    Egrave: 'È',
    Eacute: 'É',
    Ecirc: 'Ê',
    Euml: 'Ë',
    Igrave: 'Ì',
    Iacute: 'Í',
    Icirc: 'Î',
    Iuml: 'Ï',
    Ntilde: 'Ñ',
    Ograve: 'Ò',
    Oacute: 'Ó',
    Ocirc: 'Ô',
    Otilde: 'Õ',
    Ouml: 'Ö',
    Oslash: 'Ø',
    Ugrave: 'Ù',
    Uacute: 'Ú',
    Ucirc: 'Û',
    Uuml: 'Ü',
    Yacute: 'Ý',
    szlig: 'ß',
    agrave: 'à',
    aacute: 'á',
    acirc: 'â',
    atilde: 'ã',
    auml: 'ä',
    aring: 'å',
    aelig: 'æ',
    ccedil: 'ç',
    egrave: 'è',
    eacute: 'é',
    ecirc: 'ê',
    euml: 'ë',
    igrave: 'ì',
    iacute: 'í',
    icirc: 'î',
    iuml: 'ï',
    ntilde: 'ñ',
    ograve: 'ò',
    oacute: 'ó',
    ocirc: 'ô',
    otilde: 'õ',
    ouml: 'ö',
    oslash: 'ø',
    ugrave: 'ù',
    uacute: 'ú',
    ucirc: 'û',
    uuml: 'ü',
    yacute: 'ý',
    yuml: 'ÿ',
  }),
);

const HTML = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,8}));/y;
const PERCENT = /(?:%[0-9A-Fa-f]{2}){1,4}/y;
const JSON_ESCAPE = /\\{1,4}(?:u([0-9A-Fa-f]{4})|([nrt])|(["/]))/y;

/** Reads the escape at `at`, where `%`, `&` or a backslash stands. Null when it is none. */
export function readEscape(text: string, at: number, to: number, jsonEscapes: boolean): Change | null {
  const character = text[at];
  const change =
    character === '%'
      ? readPercent(text, at)
      : character === '&'
        ? readHtml(text, at)
        : readJson(text, at, jsonEscapes);
  return change && change.end <= to ? change : null;
}

/** One percent-encoded character of UTF-8 (RFC 3986 §2.1); controls and broken sequences stay as they are. */
function readPercent(text: string, at: number): Change | null {
  PERCENT.lastIndex = at;
  const run = PERCENT.exec(text)?.[0];
  if (!run) return null;
  const first = Number.parseInt(run.slice(1, 3), 16);
  const bytes = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (bytes === 0 || first < 0x20 || run.length < bytes * 3) return null;
  try {
    return { end: at + bytes * 3, text: decodeURIComponent(run.slice(0, bytes * 3)) };
  } catch {
    return null;
  }
}

function readHtml(text: string, at: number): Change | null {
  HTML.lastIndex = at;
  const match = HTML.exec(text);
  if (!match) return null;
  const end = at + match[0].length;
  if (match[3] !== undefined) {
    const named = HTML_NAMES.get(match[3]);
    return named === undefined ? null : { end, text: named };
  }
  const point = match[1] ? Number(match[1]) : Number.parseInt(match[2]!, 16);
  if (point < 0x20 || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return null;
  return { end, text: point === 0xa0 ? ' ' : String.fromCodePoint(point).normalize('NFKC') };
}

const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Escapes of JSON strings (RFC 8259 §7), also of a JSON text inside a JSON string. */
function readJson(text: string, at: number, jsonEscapes: boolean): Change | null {
  JSON_ESCAPE.lastIndex = at;
  const match = JSON_ESCAPE.exec(text);
  if (!match) return null;
  const end = at + match[0].length;
  if (match[1] !== undefined) {
    const code = Number.parseInt(match[1], 16);
    if (code < 0x20 || (code >= 0xd800 && code < 0xe000)) return null;
    return { end, text: String.fromCharCode(code) };
  }
  if (!jsonEscapes) return null;
  return { end, text: match[2] ? CONTROL[match[2]]! : match[3]! };
}
