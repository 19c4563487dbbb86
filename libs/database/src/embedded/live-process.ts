import { readFileSync } from 'node:fs';

/** The fields of proc(5) stat after the program's name, which may hold anything; undefined where there is no /proc. */
function procStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** When a process started, in clock ticks since boot (proc(5), field 22); `0` where there is no /proc. */
export function processStartTicks(pid: number): string {
  return procStat(pid)?.[19] ?? '0';
}

/**
 * Whether a process runs. One that belongs to somebody else counts as running; a zombie does not: in a container whose
 * first process reaps nobody, an orphan stays one for ever.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return procStat(pid)?.[0] !== 'Z';
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
