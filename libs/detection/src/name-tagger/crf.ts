import { isInside, LABEL_COUNT, mayFollow } from './labels.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { exp, max, min } = Math;

const L = LABEL_COUNT;
const IMPOSSIBLE = -1e9;
/** A label whose best path lies this much behind the best (natural log) has no share of probability worth counting. */
const FAR_BEHIND = 11;

/**
 * A linear chain over one sentence. Scores are `Float64Array`s of `count * LABEL_COUNT`. Buffers are kept between
 * sentences, so an instance serves one text at a time.
 */
export class Chain {
  private readonly exponentials = new Float64Array(L * L);
  /** How far one predecessor may lie behind another and still be the better one for some label that may follow any. */
  private readonly spread: number;
  private readonly viable = new Uint8Array(L);
  private best = new Float64Array(256 * L);
  private back = new Uint8Array(256 * L);
  private alpha = new Float64Array(256 * L);
  private beta = new Float64Array(256 * L);
  private local = new Float64Array(256 * L);
  private likely = new Uint8Array(256 * L);
  private likelyCounts = new Uint8Array(256);

  constructor(private readonly transitions: Float64Array) {
    for (let a = 0; a < L; a++) {
      for (let b = 0; b < L; b++)
        this.exponentials[a * L + b] = mayFollow(a, b) ? exp(transitions[a * L + b] as number) : 0;
    }
    let spread = 0;
    for (let b = 0; b < L; b++) {
      if (isInside(b)) continue;
      const column = Array.from({ length: L }, (_, a) => transitions[a * L + b] as number);
      spread = max(spread, max(...column) - min(...column));
    }
    this.spread = spread;
  }

  /** The most probable labels, into `labels[at … at + count - 1]`. Never an inside without its beginning. */
  decode(scores: Float64Array, count: number, labels: Uint8Array, at: number): void {
    this.reserve(count);
    const { best, back, transitions, viable } = this;
    for (let y = 0; y < L; y++) best[y] = isInside(y) ? IMPOSSIBLE : (scores[y] as number);
    for (let i = 1; i < count; i++) {
      const row = i * L;
      const above = row - L;
      const viableCount = this.findViable(above);
      for (let y = 0; y < L; y++) {
        let top = IMPOSSIBLE * 2;
        let from = 0;
        if (isInside(y)) {
          const begun = (best[above + y - 1] as number) + (transitions[(y - 1) * L + y] as number);
          const within = (best[above + y] as number) + (transitions[y * L + y] as number);
          top = max(begun, within);
          from = begun > within ? y - 1 : y;
        } else {
          for (let n = 0; n < viableCount; n++) {
            const x = viable[n] as number;
            const value = (best[above + x] as number) + (transitions[x * L + y] as number);
            if (value > top) {
              top = value;
              from = x;
            }
          }
        }
        best[row + y] = top + (scores[row + y] as number);
        back[row + y] = from;
      }
    }
    const last = (count - 1) * L;
    let label = 0;
    for (let y = 1; y < L; y++) if ((best[last + y] as number) > (best[last + label] as number)) label = y;
    for (let i = count - 1; i >= 0; i--) {
      labels[at + i] = label;
      label = back[i * L + label] as number;
    }
  }

  /** Lists the labels of a row that may be the best predecessor of one that may follow any; the others are too far behind. */
  private findViable(row: number): number {
    const { best, viable } = this;
    let top = best[row] as number;
    for (let x = 1; x < L; x++) if ((best[row + x] as number) > top) top = best[row + x] as number;
    const least = top - this.spread;
    let count = 0;
    for (let x = 0; x < L; x++) if ((best[row + x] as number) >= least) viable[count++] = x;
    return count;
  }

  /**
   * Posterior probabilities of the labels of tokens `[from, to)` of the sentence last decoded, with its scores and labels, as
   * if nothing stood around them; into `out[0 … (to - from) * LABEL_COUNT - 1]`. Labels far behind the best, other than the
   * decoded one, count as impossible.
   */
  marginals(scores: Float64Array, labels: Uint8Array, from: number, to: number, out: Float64Array): void {
    const { alpha, beta, local, exponentials, likely, likelyCounts } = this;
    const count = to - from;
    for (let i = 0; i < count; i++) this.weighLocally(scores, from + i, labels[from + i] as number, i);
    for (let n = 0; n < (likelyCounts[0] as number); n++) {
      const y = likely[n] as number;
      alpha[y] = isInside(y) ? 0 : (local[y] as number);
    }
    this.normalise(alpha, 0);
    for (let i = 1; i < count; i++) {
      const row = i * L;
      const above = row - L;
      for (let n = 0; n < (likelyCounts[i] as number); n++) {
        const y = likely[row + n] as number;
        let sum = 0;
        for (let m = 0; m < (likelyCounts[i - 1] as number); m++) {
          const x = likely[above + m] as number;
          sum += (alpha[above + x] as number) * (exponentials[x * L + y] as number);
        }
        alpha[row + y] = sum * (local[row + y] as number);
      }
      this.normalise(alpha, i);
    }
    beta.fill(1, (count - 1) * L, count * L);
    for (let i = count - 2; i >= 0; i--) {
      const row = i * L;
      const below = row + L;
      // The label's own share of what lies ahead, once for all that may stand before it.
      for (let m = 0; m < (likelyCounts[i + 1] as number); m++) {
        const y = likely[below + m] as number;
        local[below + y] = (local[below + y] as number) * (beta[below + y] as number);
      }
      for (let n = 0; n < (likelyCounts[i] as number); n++) {
        const x = likely[row + n] as number;
        let sum = 0;
        for (let m = 0; m < (likelyCounts[i + 1] as number); m++) {
          const y = likely[below + m] as number;
          sum += (exponentials[x * L + y] as number) * (local[below + y] as number);
        }
        beta[row + x] = sum;
      }
      this.normalise(beta, i);
    }
    out.fill(0, 0, count * L);
    for (let i = 0; i < count; i++) {
      const row = i * L;
      for (let n = 0; n < (likelyCounts[i] as number); n++) {
        const y = likely[row + n] as number;
        out[row + y] = (alpha[row + y] as number) * (beta[row + y] as number);
      }
      this.normalise(out, i);
    }
  }

  /** Lists the likely labels of token `at` of the sentence, and writes the exponentials of their scores to row `i`. */
  private weighLocally(scores: Float64Array, at: number, decoded: number, i: number): void {
    const { best, local, likely, likelyCounts } = this;
    const row = i * L;
    const from = at * L;
    let top = best[from] as number;
    let topScore = scores[from] as number;
    for (let y = 1; y < L; y++) {
      if ((best[from + y] as number) > top) top = best[from + y] as number;
      if ((scores[from + y] as number) > topScore) topScore = scores[from + y] as number;
    }
    let count = 0;
    for (let y = 0; y < L; y++) {
      if ((best[from + y] as number) < top - FAR_BEHIND && y !== decoded) continue;
      likely[row + count++] = y;
      local[row + y] = exp((scores[from + y] as number) - topScore);
    }
    likelyCounts[i] = count;
  }

  /** Makes the likely labels' values of row `i` sum up to 1. */
  private normalise(values: Float64Array, i: number): void {
    const { likely } = this;
    const row = i * L;
    const count = this.likelyCounts[i] as number;
    let sum = 0;
    for (let n = 0; n < count; n++) sum += values[row + (likely[row + n] as number)] as number;
    const factor = sum > 0 ? 1 / sum : 0;
    for (let n = 0; n < count; n++) {
      const at = row + (likely[row + n] as number);
      values[at] = (values[at] as number) * factor;
    }
  }

  private reserve(count: number): void {
    if (count * L <= this.best.length) return;
    this.best = new Float64Array(count * 2 * L);
    this.back = new Uint8Array(count * 2 * L);
    this.alpha = new Float64Array(count * 2 * L);
    this.beta = new Float64Array(count * 2 * L);
    this.local = new Float64Array(count * 2 * L);
    this.likely = new Uint8Array(count * 2 * L);
    this.likelyCounts = new Uint8Array(count * 2);
  }
}
