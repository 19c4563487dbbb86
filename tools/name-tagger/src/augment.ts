import type { Mark, Paragraph } from './corpus.js';
import type { NameMaker } from './name-maker.js';
import { organization } from './organization-maker.js';

const LANGUAGES = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'id', 'ru', 'uk']);
/** Scripts for which names are not made up outside the languages above. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]{3}/u;
const KEPT_WORD =
  /^(?:van|von|de|der|den|del|della|di|da|do|dos|das|du|des|la|le|el|al|bin|binti|ter|te|ten|zu|y|e|und|op|d'|of)$/i;

/** The same paragraph with other people, places and firms. A word that recurs is replaced alike everywhere. */
export function renamed(paragraph: Paragraph, maker: NameMaker): Paragraph {
  const language = LANGUAGES.has(paragraph.group) ? paragraph.group : undefined;
  if (!language && OTHER_SCRIPT.test(paragraph.text)) return paragraph;
  const { random } = maker;
  const words = new Map<string, string>();
  const keepPlaces = random.chance(0.4);
  const keepFirms = random.chance(0.6);
  const replace = (value: string, type: string): string => {
    if (type === 'PERSON') return renamedPerson(value, maker, language, words);
    if (type === 'LOCATION' && !keepPlaces && /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u.test(value))
      return maker.city(language);
    if (type === 'LOCATION' && !keepPlaces && /^\p{Ll}+$/u.test(value)) return maker.city(language).toLowerCase();
    if (type === 'ORGANIZATION' && !keepFirms && /^\p{Lu}/u.test(value)) return organization(maker, language ?? 'en');
    return value;
  };
  const cached = new Map<string, string>();
  const spans: Mark[] = [];
  let text = '';
  let at = 0;
  for (const [start, end, type] of paragraph.spans) {
    if (start < at) continue;
    text += paragraph.text.slice(at, start);
    const value = paragraph.text.slice(start, end);
    const key = `${type} ${value}`;
    const fresh = cached.get(key) ?? replace(value, type);
    cached.set(key, fresh);
    spans.push([text.length, text.length + fresh.length, type]);
    text += fresh;
    at = end;
  }
  return { ...paragraph, text: text + paragraph.text.slice(at), spans };
}

function renamedPerson(
  value: string,
  maker: NameMaker,
  language: string | undefined,
  words: Map<string, string>,
): string {
  const parts = value.split(/(\s+|-|, ?)/);
  const count = parts.filter((p) => /\p{L}{2}/u.test(p) && !KEPT_WORD.test(p)).length;
  let seen = 0;
  return parts
    .map((part) => {
      if (!/^\p{L}[\p{L}'’]+$/u.test(part) || KEPT_WORD.test(part)) return part;
      seen++;
      const key = part.toLowerCase();
      let word = words.get(key);
      if (word === undefined) {
        const asGiven = count === 1 ? maker.random.chance(0.5) : seen < count;
        word = asGiven ? maker.given(language) : maker.surname(language);
        words.set(key, word);
      }
      return casedLike(word, part);
    })
    .join('');
}

function casedLike(word: string, model: string): string {
  if (model === model.toUpperCase() && model.length > 1) return sameLength(word, word.toUpperCase());
  if (model === model.toLowerCase()) return sameLength(word, word.toLowerCase());
  return word;
}

function sameLength(word: string, changed: string): string {
  return changed.length === word.length ? changed : word;
}

/** The paragraph in lower case or capitals; unchanged where that would move offsets. */
export function recased(paragraph: Paragraph, to: 'lower' | 'upper'): Paragraph {
  const text = to === 'lower' ? paragraph.text.toLowerCase() : paragraph.text.toUpperCase();
  return text.length === paragraph.text.length ? { ...paragraph, text } : paragraph;
}
