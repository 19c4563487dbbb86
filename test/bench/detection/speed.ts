export interface SpeedResult {
  readonly name: string;
  readonly characters: number;
  readonly megabytesPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Finds in texts of one size until `seconds` have passed; CPU time, so that a busy machine does not count. */
export function measureSpeed(
  name: string,
  texts: readonly string[],
  find: (text: string) => unknown,
  seconds: number,
): SpeedResult {
  // Until the code is compiled: a server is measured, not its first second.
  const warm = performance.now() + seconds * 500;
  for (let index = 0; performance.now() < warm || index < 20; index += 1) find(texts[index % texts.length]!);
  const times: number[] = [];
  const started = process.cpuUsage();
  const limit = performance.now() + seconds * 1000;
  let characters = 0;
  for (let index = 0; performance.now() < limit || index < 3; index += 1) {
    const text = texts[index % texts.length]!;
    const before = performance.now();
    find(text);
    times.push(performance.now() - before);
    characters += text.length;
  }
  const used = process.cpuUsage(started);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return {
    name,
    characters: Math.round(characters / times.length),
    megabytesPerSecond: characters / (used.user + used.system),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}

/**
 * MB/s of several finders on the same texts, in turns, by the best of `rounds` readings of each text: on a busy machine the
 * best reading is the one that others disturbed least, so the ratios hold where averages do not.
 */
export function compareInTurns(
  finders: readonly { readonly name: string; find(text: string): unknown }[],
  texts: readonly string[],
  rounds: number,
): { name: string; megabytesPerSecond: number }[] {
  const best = finders.map(() => texts.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < rounds; round += 1) {
    for (const [which, finder] of finders.entries()) {
      for (const [index, text] of texts.entries()) {
        const started = performance.now();
        finder.find(text);
        best[which]![index] = Math.min(best[which]![index]!, performance.now() - started);
      }
    }
  }
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return finders.map(({ name }, which) => ({
    name,
    megabytesPerSecond: characters / 1000 / best[which]!.reduce((sum, time) => sum + time, 0),
  }));
}

/** Cuts running text into pieces of one size. */
export function pieces(text: string, size: number, countMax: number): string[] {
  const cut: string[] = [];
  for (let at = 0; at + size <= text.length && cut.length < countMax; at += size) cut.push(text.slice(at, at + size));
  return cut.length > 0 ? cut : [text.repeat(Math.ceil(size / Math.max(1, text.length))).slice(0, size)];
}

/** Shapes that break detectors which look twice at a character; each repeated to `size`. */
export function hostileShapes(size: number): [name: string, text: string][] {
  const repeat = (unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  return [
    ...[...'a A 1 @ . - _ ( [ { " < : / \\ % & ='.split(' '), ' ', '\n', '\t', 'é', '中', '\u200b', '\u0301', '😀'].map(
      (unit): [string, string] => [JSON.stringify(unit), repeat(unit)],
    ),
    ...[
      'a@',
      '1.1.1.',
      '1 ',
      '1-',
      'A1 ',
      'a.b@',
      '[(',
      '{"a":',
      '://a.',
      'http://a.',
      'a=',
      'x:y ',
      '%41',
      '&a;',
      '\\n',
      '\\"',
      'Aa ',
      'Aa-',
      'GB29 ',
      '4111 ',
      '-----BEGIN ',
      'eyJ',
      'password ',
      'name: ',
      'a,',
      '<a>',
      '12/',
      '+1',
      ' @ ',
      ' at ',
      'Mr. ',
    ].map((unit): [string, string] => [JSON.stringify(unit), repeat(unit)]),
    ['nested brackets', '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ];
}
