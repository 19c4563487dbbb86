import { isInside, LABEL_COUNT, mayFollow } from '../../../libs/detection/src/name-tagger/labels.js';
import { type Sequences, UNKNOWN_LABEL } from './sequences.js';

const L = LABEL_COUNT;
const TOKENS_MAX = 200;
const FEATURES_PER_TOKEN_MAX = 128;

export interface LearnerOptions {
  readonly rate: number;
  /** Share of a token's features left out at each visit. */
  readonly dropout: number;
  readonly seed: number;
}

/**
 * Trains the chain by stochastic gradient ascent on the log-likelihood, with AdaGrad step sizes and the average of the
 * weights of the last epochs (Collins 2002).
 */
export class Learner {
  readonly weights: Float32Array;
  readonly transitions = new Float64Array(L * L);
  private readonly squares: Float32Array;
  private readonly averages: Float32Array;
  private readonly transitionSquares = new Float64Array(L * L);
  private step = 0;
  private averaging = false;
  private readonly order: Int32Array;
  private state: number;
  private readonly exponentials = new Float64Array(L * L);
  private readonly scores = new Float64Array(TOKENS_MAX * L);
  private readonly local = new Float64Array(TOKENS_MAX * L);
  private readonly alpha = new Float64Array(TOKENS_MAX * L);
  private readonly beta = new Float64Array(TOKENS_MAX * L);
  private readonly active = new Int32Array(TOKENS_MAX * FEATURES_PER_TOKEN_MAX);
  private readonly activeFrom = new Int32Array(TOKENS_MAX + 1);

  constructor(
    private readonly data: Sequences,
    private readonly options: LearnerOptions,
  ) {
    const size = data.hashes.length * L;
    this.weights = new Float32Array(size);
    this.squares = new Float32Array(size);
    this.averages = new Float32Array(size);
    this.state = options.seed | 1;
    this.order = Int32Array.from({ length: data.bounds.length - 1 }, (_, k) => k);
    for (let a = 0; a < L; a++) for (let b = 0; b < L; b++) this.transitions[a * L + b] = mayFollow(a, b) ? 0 : -30;
  }

  startAveraging(): void {
    this.averaging = true;
    this.step = 0;
    this.averages.fill(0);
  }

  /** Replaces the weights by their average since `startAveraging`. */
  finishAveraging(): void {
    if (this.averaging && this.step > 0) {
      for (let i = 0; i < this.weights.length; i++) {
        this.weights[i] = (this.weights[i] as number) - (this.averages[i] as number) / this.step;
      }
    }
    this.averaging = false;
  }

  /** One pass over all sentences in a new random order; features outside `kept` count as absent. Returns the log-likelihood per token. */
  epoch(rateFactor: number, kept?: Uint8Array): number {
    const { order, data } = this;
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.random() % (i + 1);
      const swapped = order[i] as number;
      order[i] = order[j] as number;
      order[j] = swapped;
    }
    let likelihood = 0;
    for (let s = 0; s < order.length; s++) {
      if ((s & 255) === 0)
        for (let i = 0; i < L * L; i++) this.exponentials[i] = Math.exp(this.transitions[i] as number);
      const k = order[s] as number;
      const begin = data.bounds[k] as number;
      if (this.averaging) this.step++;
      likelihood += this.learn(begin, (data.bounds[k + 1] as number) - begin, this.options.rate * rateFactor, kept);
    }
    return likelihood / data.labels.length;
  }

  /** How much each feature matters: its weights' norm by how often it moved them. */
  importance(): Float32Array {
    const out = new Float32Array(this.data.hashes.length);
    for (let f = 0; f < out.length; f++) {
      let norm = 0;
      let moved = 0;
      for (let y = 0; y < L; y++) {
        norm += (this.weights[f * L + y] as number) ** 2;
        moved += this.squares[f * L + y] as number;
      }
      out[f] = Math.sqrt(norm) * Math.sqrt(Math.min(64, moved / 2 + 0.05));
    }
    return out;
  }

  private random(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return this.state >>> 0;
  }

  private learn(begin: number, count: number, rate: number, kept: Uint8Array | undefined): number {
    this.scoreTokens(begin, count, kept);
    this.forwardBackward(count);
    const { scores, alpha, beta, exponentials, local, transitions, transitionSquares, data } = this;
    let likelihood = 0;
    for (let t = 0; t < count; t++) {
      const row = t * L;
      const gold = data.labels[begin + t] as number;
      if (gold === UNKNOWN_LABEL) continue;
      let total = 0;
      for (let y = 0; y < L; y++) total += (alpha[row + y] as number) * (beta[row + y] as number);
      let largest = 0;
      for (let y = 0; y < L; y++) {
        const p = ((alpha[row + y] as number) * (beta[row + y] as number)) / total;
        if (y === gold) likelihood += Math.log(p + 1e-12);
        const gradient = (y === gold ? 1 : 0) - p;
        scores[row + y] = gradient;
        largest = Math.max(largest, Math.abs(gradient));
      }
      const before = t > 0 ? (data.labels[begin + t - 1] as number) : UNKNOWN_LABEL;
      if (largest > 0.02 && before !== UNKNOWN_LABEL) {
        let sum = 0;
        for (let x = 0; x < L; x++) {
          const left = alpha[row - L + x] as number;
          for (let y = 0; y < L; y++)
            sum += left * (exponentials[x * L + y] as number) * (local[row + y] as number) * (beta[row + y] as number);
        }
        for (let x = 0; x < L; x++) {
          for (let y = 0; y < L; y++) {
            if (!mayFollow(x, y)) continue;
            const i = x * L + y;
            const p =
              ((alpha[row - L + x] as number) *
                (exponentials[i] as number) *
                (local[row + y] as number) *
                (beta[row + y] as number)) /
              sum;
            const gradient = (x === before && y === gold ? 1 : 0) - p;
            if (gradient < 0.01 && gradient > -0.01) continue;
            transitionSquares[i] = (transitionSquares[i] as number) + gradient * gradient;
            transitions[i] =
              (transitions[i] as number) + (rate * gradient) / Math.sqrt((transitionSquares[i] as number) + 1);
          }
        }
      }
      if (largest >= 0.002) this.update(t, row, rate);
    }
    return likelihood;
  }

  private scoreTokens(begin: number, count: number, kept: Uint8Array | undefined): void {
    const { data, scores, local, active, activeFrom, weights } = this;
    const dropBelow = this.options.dropout * 4294967296;
    let used = 0;
    for (let t = 0; t < count; t++) {
      activeFrom[t] = used;
      const row = t * L;
      for (let y = 0; y < L; y++) scores[row + y] = 0;
      const last = data.offsets[begin + t + 1] as number;
      for (let p = data.offsets[begin + t] as number; p < last; p++) {
        const feature = data.features[p] as number;
        if (kept !== undefined && kept[feature] === 0) continue;
        if (dropBelow > 0 && this.random() < dropBelow) continue;
        active[used++] = feature;
        const w = feature * L;
        for (let y = 0; y < L; y++) scores[row + y] = (scores[row + y] as number) + (weights[w + y] as number);
      }
      let top = -Infinity;
      for (let y = 0; y < L; y++) top = Math.max(top, scores[row + y] as number);
      for (let y = 0; y < L; y++) local[row + y] = Math.exp((scores[row + y] as number) - top);
    }
    activeFrom[count] = used;
  }

  private forwardBackward(count: number): void {
    const { alpha, beta, local, exponentials } = this;
    for (let y = 0; y < L; y++) alpha[y] = isInside(y) ? 0 : (local[y] as number);
    normalise(alpha, 0);
    for (let t = 1; t < count; t++) {
      const row = t * L;
      for (let y = 0; y < L; y++) {
        let sum = 0;
        for (let x = 0; x < L; x++) sum += (alpha[row - L + x] as number) * (exponentials[x * L + y] as number);
        alpha[row + y] = sum * (local[row + y] as number);
      }
      normalise(alpha, row);
    }
    for (let y = 0; y < L; y++) beta[(count - 1) * L + y] = 1;
    for (let t = count - 2; t >= 0; t--) {
      const row = t * L;
      for (let x = 0; x < L; x++) {
        let sum = 0;
        for (let y = 0; y < L; y++) {
          sum += (exponentials[x * L + y] as number) * (local[row + L + y] as number) * (beta[row + L + y] as number);
        }
        beta[row + x] = sum;
      }
      normalise(beta, row);
    }
  }

  private update(t: number, row: number, rate: number): void {
    const { active, activeFrom, scores, weights, squares, averages, averaging, step } = this;
    const last = activeFrom[t + 1] as number;
    for (let p = activeFrom[t] as number; p < last; p++) {
      const w = (active[p] as number) * L;
      for (let y = 0; y < L; y++) {
        const gradient = scores[row + y] as number;
        if (gradient < 0.0005 && gradient > -0.0005) continue;
        const square = (squares[w + y] as number) + gradient * gradient;
        squares[w + y] = square;
        const change = (rate * gradient) / Math.sqrt(square + 0.1);
        weights[w + y] = (weights[w + y] as number) + change;
        if (averaging) averages[w + y] = (averages[w + y] as number) + step * change;
      }
    }
  }
}

function normalise(values: Float64Array, row: number): void {
  let sum = 0;
  for (let y = 0; y < L; y++) sum += values[row + y] as number;
  const factor = 1 / sum;
  for (let y = 0; y < L; y++) values[row + y] = (values[row + y] as number) * factor;
}
