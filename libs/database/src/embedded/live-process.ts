import { readFileSync } from 'node:fs';

/** When a process started, in clock ticks since boot (proc(5), field 22); `0` where there is no /proc. */
export function processStartTicks(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}

/** Whether a process runs. One that belongs to somebody else counts as running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether exactly that process still runs: a reused pid has another start time. */
export function isSameProcess(pid: number, startTicks: string): boolean {
  return isRunning(pid) && processStartTicks(pid) === startTicks;
}

/** False only when /proc shows that the pid is some other program than Postgres. */
export function mayBePostgres(pid: number): boolean {
  try {
    return /postgres|postmaster/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
  } catch {
    return true;
  }
}
