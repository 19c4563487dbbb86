import { isInside, LABEL_COUNT, mayFollow } from './labels.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { exp, max } = Math;

const L = LABEL_COUNT;
const IMPOSSIBLE = -1e9;

/**
 * A linear chain over one sentence. Scores are `Float64Array`s of `count * LABEL_COUNT`. Buffers are kept between
 * sentences, so an instance serves one text at a time.
 */
export class Chain {
  private readonly exponentials = new Float64Array(L * L);
  private best = new Float64Array(256 * L);
  private back = new Uint8Array(256 * L);
  private alpha = new Float64Array(256 * L);
  private beta = new Float64Array(256 * L);
  private local = new Float64Array(256 * L);

  constructor(private readonly transitions: Float64Array) {
    for (let a = 0; a < L; a++) {
      for (let b = 0; b < L; b++)
        this.exponentials[a * L + b] = mayFollow(a, b) ? exp(transitions[a * L + b] as number) : 0;
    }
  }

  /** The most probable labels, into `labels[at … at + count - 1]`. Never an inside without its beginning. */
  decode(scores: Float64Array, count: number, labels: Uint8Array, at: number): void {
    this.reserve(count);
    const { best, back, transitions } = this;
    for (let y = 0; y < L; y++) best[y] = isInside(y) ? IMPOSSIBLE : (scores[y] as number);
    for (let i = 1; i < count; i++) {
      const row = i * L;
      const above = row - L;
      for (let y = 0; y < L; y++) {
        let top = IMPOSSIBLE * 2;
        let from = 0;
        if (isInside(y)) {
          const begun = (best[above + y - 1] as number) + (transitions[(y - 1) * L + y] as number);
          const within = (best[above + y] as number) + (transitions[y * L + y] as number);
          top = max(begun, within);
          from = begun > within ? y - 1 : y;
        } else {
          for (let x = 0; x < L; x++) {
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

  /** Posterior probabilities of the labels, token by token, into `out[0 … count * LABEL_COUNT - 1]`. */
  marginals(scores: Float64Array, count: number, out: Float64Array): void {
    this.reserve(count);
    const { alpha, beta, local, exponentials } = this;
    for (let i = 0; i < count; i++) {
      const row = i * L;
      let top = scores[row] as number;
      for (let y = 1; y < L; y++) if ((scores[row + y] as number) > top) top = scores[row + y] as number;
      for (let y = 0; y < L; y++) local[row + y] = exp((scores[row + y] as number) - top);
    }
    for (let y = 0; y < L; y++) alpha[y] = isInside(y) ? 0 : (local[y] as number);
    normalise(alpha, 0);
    for (let i = 1; i < count; i++) {
      const row = i * L;
      for (let y = 0; y < L; y++) {
        let sum = 0;
        if (isInside(y)) {
          sum = (alpha[row - L + y - 1] as number) * (exponentials[(y - 1) * L + y] as number);
          sum += (alpha[row - L + y] as number) * (exponentials[y * L + y] as number);
        } else for (let x = 0; x < L; x++) sum += (alpha[row - L + x] as number) * (exponentials[x * L + y] as number);
        alpha[row + y] = sum * (local[row + y] as number);
      }
      normalise(alpha, row);
    }
    for (let y = 0; y < L; y++) beta[(count - 1) * L + y] = 1;
    for (let i = count - 2; i >= 0; i--) {
      const row = i * L;
      const below = row + L;
      for (let x = 0; x < L; x++) {
        let sum = 0;
        for (let y = 0; y < L; y++) {
          sum += (exponentials[x * L + y] as number) * (local[below + y] as number) * (beta[below + y] as number);
        }
        beta[row + x] = sum;
      }
      normalise(beta, row);
    }
    for (let i = 0; i < count; i++) {
      const row = i * L;
      for (let y = 0; y < L; y++) out[row + y] = (alpha[row + y] as number) * (beta[row + y] as number);
      normalise(out, row);
    }
  }

  private reserve(count: number): void {
    if (count * L <= this.best.length) return;
    this.best = new Float64Array(count * 2 * L);
    this.back = new Uint8Array(count * 2 * L);
    this.alpha = new Float64Array(count * 2 * L);
    this.beta = new Float64Array(count * 2 * L);
    this.local = new Float64Array(count * 2 * L);
  }
}

function normalise(values: Float64Array, row: number): void {
  let sum = 0;
  for (let y = 0; y < L; y++) sum += values[row + y] as number;
  const factor = sum > 0 ? 1 / sum : 0;
  for (let y = 0; y < L; y++) values[row + y] = (values[row + y] as number) * factor;
}
