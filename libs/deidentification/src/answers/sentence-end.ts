import type { Container } from '../reidentify-stream/index.js';

/** Marks that end a sentence by themselves, and those that do so with a space behind them. */
const FULL_STOPS = new Set('\n。！？');
const ENDED = /(?:[!?…]|(?:\p{L}{4,}|[\])"'»”’])\.+)[)\]"'»”’]*\s$/u;
const LOOKED_BACK = 32;

/** Where JSON and Python begin and end their texts: what is found never reaches across. */
const QUOTES: Readonly<Record<Container, string>> = { text: '', json: '"', python: '"\'' };

/**
 * The offset behind the first sentence of a text that goes on; null when it has not ended. A full stop behind a short word
 * (`Dr.`, `J.`, `St.`) or a number ends nothing: a name or an address may go on there.
 */
export function sentenceEnd(text: string, container: Container): number | null {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at]!;
    if (FULL_STOPS.has(unit) || QUOTES[container].includes(unit)) return at + 1;
    if (/\s/.test(unit) && ENDED.test(text.slice(Math.max(0, at - LOOKED_BACK), at + 1))) return at + 1;
  }
  return null;
}
