const BAR_WIDTH = 24;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 10_000;

export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How far a run is: a bar that is drawn over on a terminal, a plain line every ten seconds elsewhere. */
export class Progress {
  private bytesDone = 0;
  private filesDone = 0;
  private readonly running = new Map<string, number>();
  private readonly startedMs: number;
  private toldMs: number;
  private drawn = false;

  constructor(
    private readonly output: ProgressOutput,
    private readonly total: { readonly files: number; readonly bytes: number },
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.startedMs = nowMs();
    this.toldMs = output.isTTY ? Number.NEGATIVE_INFINITY : this.startedMs;
  }

  advance(path: string, bytesRead: number): void {
    this.running.set(path, bytesRead);
    this.tell();
  }

  finish(path: string, bytes: number): void {
    this.running.delete(path);
    this.bytesDone += bytes;
    this.filesDone += 1;
    this.tell();
  }

  /** A line of its own, above the bar. */
  line(text: string): void {
    this.clear();
    this.output.write(`${text}\n`);
    this.toldMs = this.output.isTTY ? Number.NEGATIVE_INFINITY : this.toldMs;
    this.tell();
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.drawn) this.output.write('\r\u001b[2K');
    this.drawn = false;
  }

  private tell(): void {
    const now = this.nowMs();
    if (now - this.toldMs < (this.output.isTTY ? REDRAW_MS : LINE_EVERY_MS)) return;
    this.toldMs = now;
    const bytes = this.bytesDone + [...this.running.values()].reduce((sum, one) => sum + one, 0);
    const text = statusOf(this.filesDone, bytes, this.total, (now - this.startedMs) / 1_000);
    if (!this.output.isTTY) {
      this.output.write(`${text}\n`);
      return;
    }
    const share = this.total.bytes === 0 ? 1 : Math.min(1, bytes / this.total.bytes);
    const filled = Math.floor(share * BAR_WIDTH);
    const bar = `[${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${text}`;
    this.output.write(`\r\u001b[2K${bar.slice(0, Math.max(1, (this.output.columns ?? 100) - 1))}`);
    this.drawn = true;
  }
}

function statusOf(
  files: number,
  bytes: number,
  total: { readonly files: number; readonly bytes: number },
  seconds: number,
): string {
  const rate = seconds > 0 ? bytes / seconds : 0;
  const left = rate > 0 ? Math.max(0, total.bytes - bytes) / rate : null;
  const share = total.bytes === 0 ? 100 : Math.min(100, Math.floor((bytes / total.bytes) * 100));
  const parts = [`${share} %`, `${files} of ${total.files} files`, `${sizeOf(bytes)} of ${sizeOf(total.bytes)}`];
  if (rate > 0) parts.push(`${sizeOf(rate)}/s`);
  if (left !== null && left > 0) parts.push(`${durationOf(left)} left`);
  return parts.join(', ');
}

/** `1.5 MB`; decimal units. */
export function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let at = 0;
  let value = bytes;
  while (value >= 1_000 && at < units.length - 1) {
    value /= 1_000;
    at += 1;
  }
  return `${value < 10 && at > 0 ? value.toFixed(1) : Math.round(value)} ${units[at]}`;
}

/** `1:05:09`, `0:12`. */
export function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}
