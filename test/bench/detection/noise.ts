/** A repeatable source of numbers (mulberry32), so that two runs see the same text. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS =
  'request handler started finished with timeout retry queue worker batch index cache hit miss flush commit rollback session stream buffer parse render build deploy cluster node shard replica lock wait poll tick'.split(
    ' ',
  );
const NAMES =
  'userId orderCount nextPage bufferSize retryLimit parseHeader renderView isValid totalBytes startOffset endOffset checksum payload result config handler'.split(
    ' ',
  );
const LEVELS = ['INFO', 'WARN', 'DEBUG', 'ERROR', 'TRACE'];

/**
 * Text that holds nobody's data: logs, code, JSON and numbers in equal shares, about `size` characters. Everything found in it
 * is a false hit. (Addresses of hosts come from the documentation ranges and are left out of the count by the caller.)
 */
export function makeNoise(size: number, seed: number): string {
  const random = seededRandom(seed);
  const int = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const digits = (count: number): string => Array.from({ length: count }, () => int(0, 9)).join('');
  const hex = (count: number): string => Array.from({ length: count }, () => '0123456789abcdef'[int(0, 15)]).join('');
  const uuid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const epoch = (): number => 1_700_000_000 + int(0, 60_000_000);
  const stamp = (): string => new Date(epoch() * 1000).toISOString();
  const words = (count: number): string => Array.from({ length: count }, () => pick(WORDS)).join(' ');
  const makers: (() => string)[] = [
    () =>
      `${stamp()} ${pick(LEVELS)} [worker-${int(1, 64)}] ${words(int(3, 7))} id=${uuid()} took=${int(1, 9999)}ms bytes=${digits(int(3, 9))}`,
    () =>
      `${epoch()}${digits(3)} ${pick(LEVELS).toLowerCase()} shard=${int(0, 255)} offset=${digits(int(8, 14))} lag=${int(0, 99999)} checksum=${hex(32)}`,
    () =>
      `10.${int(0, 255)}.${int(0, 255)}.${int(1, 254)} - - "GET /api/v${int(1, 3)}/items/${digits(int(4, 10))}?page=${int(1, 99)} HTTP/1.1" ${pick([200, 204, 304, 404, 500])} ${digits(int(2, 7))}`,
    () => `    at ${pick(NAMES)} (/srv/app/dist/${pick(WORDS)}-${hex(8)}.js:${int(1, 9999)}:${int(1, 120)})`,
    () =>
      `  const ${pick(NAMES)} = ${pick(NAMES)}.${pick(WORDS)}(${int(0, 99999)}, 0x${hex(8)}) ?? ${random().toFixed(int(2, 12))};`,
    () => `  if (${pick(NAMES)}[${int(0, 512)}] !== ${digits(int(1, 16))}n) throw new RangeError('${words(4)}');`,
    () => `export function ${pick(NAMES)}${int(1, 99)}(${pick(NAMES)}: number, ${pick(NAMES)}: string): boolean {`,
    () =>
      `{"seq":${digits(int(5, 16))},"ts":${epoch()},"event":"${pick(WORDS)}.${pick(WORDS)}","trace":"${hex(32)}","span":"${hex(16)}","ok":${random() < 0.5}}`,
    () =>
      `{"metrics":[${Array.from({ length: int(3, 8) }, () => (random() * 10 ** int(0, 6)).toFixed(int(0, 6))).join(',')}],"build":"${int(1, 20)}.${int(0, 40)}.${int(0, 9999)}"}`,
    () => Array.from({ length: int(5, 12) }, () => digits(int(1, 12))).join(pick([' ', '\t', ',', '; '])),
    () => Array.from({ length: int(4, 9) }, () => (random() * 1000 - 500).toFixed(int(1, 8))).join(' '),
    () =>
      `${digits(int(9, 19))} ${digits(int(9, 13))} ${hex(40)} v${int(1, 30)}.${int(0, 99)}.${int(0, 999)}-rc.${int(1, 9)}`,
  ];
  const lines: string[] = [];
  let length = 0;
  while (length < size) {
    const line = pick(makers)();
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}
