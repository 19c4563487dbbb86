import fc from 'fast-check';

export interface PushTransform {
  push(bytes: Uint8Array): string;
  end(): string;
}

/** Runs a stream through a transform, its bytes cut at the given offsets. */
export function runCut(make: () => PushTransform, bytes: Uint8Array, cuts: readonly number[]): string {
  const transform = make();
  let out = '';
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    out += transform.push(bytes.subarray(from, cut));
    from = cut;
  }
  return out + transform.end();
}

/**
 * Throws unless every cut, every pair of cuts (of `pairsOf`, a short stream) and `runs` random splits give the same output.
 * Returns the output of `stream`.
 */
export function expectChunkInvariance(
  make: () => PushTransform,
  { stream, pairsOf, runs = 10_000 }: { stream: string; pairsOf: string; runs?: number },
): string {
  const short = checker(make, pairsOf);
  for (let first = 0; first <= short.length; first += 1) {
    for (let second = first; second <= short.length; second += 1) short.same([first, second]);
  }
  const long = checker(make, stream);
  for (let cut = 0; cut <= long.length; cut += 1) long.same([cut]);
  fc.assert(
    fc.property(fc.array(fc.nat(long.length), { maxLength: 40 }), (cuts) => long.same([...cuts].sort((a, b) => a - b))),
    { numRuns: runs },
  );
  return long.whole;
}

function checker(make: () => PushTransform, stream: string) {
  const bytes = new TextEncoder().encode(stream);
  const whole = runCut(make, bytes, []);
  const same = (cuts: readonly number[]): void => {
    if (runCut(make, bytes, cuts) !== whole) throw new Error(`cuts at ${cuts.join(', ')} change the output`);
  };
  return { whole, same, length: bytes.length };
}
