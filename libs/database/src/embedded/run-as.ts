import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The ids a child process is started with; empty when this process is not root and so keeps its own. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Whom Postgres runs as. Postgres refuses to run as root, so root drops to the owner of an existing data directory, else
 * to `nobody` (initdb insists on an account that is listed in the user database).
 */
export function unprivilegedRunAs(dataDirectory: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  const existing = statSync(dataDirectory, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) };
}

/** Whether that user can reach into the directory: every folder above it needs the search bit (path_resolution(7)). */
export function canTraverse(directory: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}
