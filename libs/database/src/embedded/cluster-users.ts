import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, processStartTicks } from './live-process.js';

const FORM = /^(user|stopping)\.(\d+)\.(\d+)\.[0-9a-f]+$/;

/**
 * Who uses a cluster, so that the last one out stops it and nobody stops it under somebody else. One empty file for each
 * use, named by process; files of dead processes don't count.
 *
 * INVARIANT: a newcomer writes its file and then looks for one who is stopping; one who stops says so and then looks for
 * users. Whichever comes second sees the other (Dekker's algorithm), so a server is never stopped under a newcomer.
 */
export class ClusterUser {
  readonly #name = `${process.pid}.${processStartTicks(process.pid)}.${randomBytes(4).toString('hex')}`;

  private constructor(private readonly directory: string) {}

  /** Registers, and waits for those who are just stopping the server. */
  static async join(directory: string): Promise<ClusterUser> {
    const user = new ClusterUser(directory);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(user.#file('user'), '');
    while (user.#live('stopping').length > 0) await sleep(20);
    return user;
  }

  /**
   * Leaves. True when nobody else uses the cluster: the caller then stops the server and calls `stopped`. Synchronous, so
   * that it also works in an exit hook.
   */
  leave(): boolean {
    writeFileSync(this.#file('stopping'), '');
    rmSync(this.#file('user'), { force: true });
    if (this.#live('user').length === 0) return true;
    this.stopped();
    return false;
  }

  stopped(): void {
    rmSync(this.#file('stopping'), { force: true });
  }

  #file(kind: 'user' | 'stopping'): string {
    return join(this.directory, `${kind}.${this.#name}`);
  }

  /** The names of one kind whose process runs; removes the others. */
  #live(kind: 'user' | 'stopping'): string[] {
    if (!existsSync(this.directory)) return [];
    return readdirSync(this.directory).filter((name) => {
      const [, found, pid, ticks] = FORM.exec(name) ?? [];
      if (found !== kind || pid === undefined || ticks === undefined) return false;
      if (isSameProcess(Number(pid), ticks)) return true;
      rmSync(join(this.directory, name), { force: true });
      return false;
    });
  }
}
