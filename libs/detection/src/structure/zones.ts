/** What a line is, as far as it changes how names are judged. */
export type Zone = 'prose' | 'log' | 'code';

const CODE =
  /[;{}]\s*$|=>|^\s*(?:import|export|const|let|var|def|class|function|func|fn|return|if|else|for|while|public|private|protected|static|package|using|namespace|SELECT|INSERT|UPDATE|CREATE|ALTER|FROM|WHERE|#include|#define|@\w+\b|<\/?\w)|\w\.\w+\(|\w+\[\w+\]|&&|\|\||!==?|::|^\s*(?:\/\/|\/\*|\*\/)|^\s*at .+:\d+/;
const STRING_OR_COMMENT = /["'`]|\/\/|#/;
const LOG =
  /^\[?(?:\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\d{10,13}\b|\w{3} +\d{1,2} \d{2}:\d{2}:\d{2})|\b(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL)\b/;

const REACH_LINE = 400;

/** The zone of the line that holds `place`. Reads at most 400 characters to each side. */
export function zoneAt(text: string, place: number): Zone {
  return new ZoneReader(text).at(place);
}

/** Zones of places asked in rising order: the line of the last answer is not read again. */
export class ZoneReader {
  private start = 0;
  private end = 0;
  private zone: Zone = 'prose';

  constructor(private readonly text: string) {}

  at(place: number): Zone {
    if (place >= this.start && place < this.end) return this.zone;
    const before = this.text.slice(Math.max(0, place - REACH_LINE), place);
    const after = this.text.slice(place, place + REACH_LINE);
    const lineEnd = after.indexOf('\n');
    this.start = place - (before.length - before.lastIndexOf('\n') - 1);
    this.end = place + (lineEnd < 0 ? after.length : lineEnd);
    const line = this.text.slice(this.start, this.end);
    this.zone = LOG.test(line) ? 'log' : CODE.test(line) ? 'code' : 'prose';
    return this.zone;
  }
}

/** Whether a place in a line of code is inside a string or after the start of a comment. */
export function isQuotedInCode(text: string, place: number): boolean {
  const before = text.slice(Math.max(0, place - REACH_LINE), place);
  return STRING_OR_COMMENT.test(before.slice(before.lastIndexOf('\n') + 1));
}

const BARE = /^[0-9]+(?: [0-9]+)?$/;
const LONG_NUMBER = /(?<![\w.])[0-9a-f]{5,}|\d\.\d{3,}/g;
const REACH = 80;
const OTHERS_MIN = 2;

/**
 * Whether a value is a run of digits without punctuation in a place of machines: a number of code or JSON, or beside two
 * other long numbers.
 */
export function isBareAmongNumbers(text: string, start: number, end: number): boolean {
  if (!BARE.test(text.slice(start, end))) return false;
  if (/":\s?$/.test(text.slice(Math.max(0, start - 3), start))) return true;
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  const line = `${before.slice(before.lastIndexOf('\n') + 1)}#${after.split('\n', 1)[0]}`;
  return (line.match(LONG_NUMBER)?.length ?? 0) >= OTHERS_MIN || zoneAt(text, start) === 'code';
}
