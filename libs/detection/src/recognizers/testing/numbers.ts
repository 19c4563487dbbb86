/**
 * Kinds of numbers that software and shops write and that identify nobody, each a maker of one: order, time, hash, version,
 * stock, telephone and measurement numbers. Written to look like identifiers as much as such numbers do.
 */
export function impersonalNumbers(random: (bound: number) => number): Readonly<Record<string, () => string>> {
  const pick = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[random(alphabet.length)]!).join('');
  const d = (length: number): string => pick('0123456789', length);
  const hex = (length: number): string => pick('0123456789abcdef', length);
  const letters = (length: number): string => pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ', length);
  const two = (from: number, count: number): string => String(from + random(count)).padStart(2, '0');
  return {
    order: () => `order ${d(4 + random(12))}`,
    'order in groups': () => `order ${d(3)}-${d(4)}-${d(2)}`,
    seconds: () => String(1_600_000_000 + random(2e8)),
    milliseconds: () => String(1_600_000_000_000 + random(2e8) * 1000 + random(1000)),
    'ISO time': () => `20${two(10, 20)}-${two(1, 12)}-${two(1, 28)}T${two(0, 24)}:${two(0, 60)}:${two(0, 60)}Z`,
    'compact time': () => `20${two(10, 20)}${two(1, 12)}${two(1, 28)}${two(0, 24)}${two(0, 60)}${two(0, 60)}`,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    sha1: () => hex(40),
    md5: () => hex(32),
    'short hash': () => hex(7 + random(3)),
    'upper-case hex': () => hex(8 + random(8)).toUpperCase(),
    'international phone': () => `+${1 + random(99)} ${d(3)} ${d(3)} ${d(4)}`,
    'US phone': () => `(${d(3)}) ${d(3)}-${d(4)}`,
    'UK phone': () => `0${d(3)} ${d(7)}`,
    version: () => `v${random(20)}.${random(30)}.${random(100)}`,
    'four-part version': () => `${random(9)}.${random(9)}.${random(99_999)}.${random(99)}`,
    'stock number': () => `${letters(2 + random(3))}-${d(4 + random(5))}`,
    'joined stock number': () => `${letters(1 + random(3))}${d(5 + random(6))}`,
    invoice: () => `INV-20${two(10, 20)}-${d(5)}`,
    money: () => `$${d(2)},${d(3)}.${d(2)}`,
    digits: () => d(5 + random(16)),
    'threes with spaces': () => `${d(3)} ${d(3)} ${d(3)}`,
    'fours with spaces': () => `${d(4)} ${d(4)} ${d(4)}`,
    'fours with hyphens': () => `${d(4)}-${d(4)}-${d(4)}-${d(4)}`,
    'thousands with dots': () => `${d(1 + random(3))}.${d(3)}.${d(3)}`,
    float: () => `${d(2)}.${d(8)}`,
    'number with slash': () => `${d(6)}/${d(4)}`,
    'IPv4 address': () => `10.${random(256)}.${random(256)}.${random(256)}`,
    isbn: () => `978-${d(1)}-${d(5)}-${d(3)}-${d(1)}`,
    parcel: () => `1Z${hex(16).toUpperCase()}`,
    request: () => `GET /api/v1/items/${d(8)} 200 ${d(3)}ms`,
    'CSV row': () => `${d(6)},${d(9)},${d(4)}.${d(2)}`,
  };
}
