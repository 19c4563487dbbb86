import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Secret } from '#lib/kernel';
import {
  type ClusterDirectory,
  OWNER_DATABASE,
  OWNER_ROLE,
  openClusterDirectory,
  SUPERUSER_ROLE,
} from './cluster-directory.js';
import { ClusterUser } from './cluster-users.js';
import { type Postmaster, requestStop, runningPostmaster, stopPostmaster } from './postmaster.js';

export interface EmbeddedPostgresOptions {
  /** The folder of the installation; the cluster lives in `<home>/postgres`. */
  readonly home: string;
  /** For tests and demos: nothing is synced to disk, and all is removed at stop or soon after `ownerPid` has died. */
  readonly ephemeral?: boolean;
  /** The process that an ephemeral cluster lives as long as; this one by default. */
  readonly ownerPid?: number;
  readonly stateDirectory?: string;
  readonly cacheDirectory?: string;
}

/**
 * A Postgres of this installation alone: 127.0.0.1, a free port, scram, random passwords kept 0600 in home. Processes that
 * share a home share the server; the last to stop stops it. A server orphaned by `kill -9` is taken over at the next start.
 * All sharers must be on one machine and see each other's pids: a home on a volume is for one container at a time.
 */
export class EmbeddedPostgres {
  readonly #onExit = () => {
    if (this.user?.leave() ?? true) requestStop(this.server.pid);
  };
  #stopping: Promise<void> | undefined;

  private constructor(
    private readonly cluster: ClusterDirectory,
    private readonly server: Postmaster,
    private readonly user: ClusterUser | undefined,
    private readonly ephemeral: boolean,
  ) {}

  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const root = process.getuid?.() === 0;
    const ephemeral = options.ephemeral ?? false;
    const cluster = await openClusterDirectory({
      home: options.home,
      ephemeral,
      stateDirectory: options.stateDirectory ?? '/var/lib/pvg',
      cacheDirectory: options.cacheDirectory ?? (root ? '/var/cache/pvg' : join(options.home, 'cache')),
    });
    const ownerPid = options.ownerPid ?? process.pid;
    const user = ownerPid === process.pid ? await ClusterUser.join(cluster.usersDirectory) : undefined;
    try {
      const server = await runningPostmaster(cluster, ephemeral);
      const embedded = new EmbeddedPostgres(cluster, server, user, ephemeral);
      if (ephemeral) removeAfter(ownerPid, server.pid, cluster);
      if (user) process.once('exit', embedded.#onExit);
      return embedded;
    } catch (error) {
      if (user?.leave()) user.stopped();
      throw error;
    }
  }

  /** For `Database.open`: the owner of the database, neither superuser nor bypassing row-level security. */
  get url(): Secret<string> {
    return this.#urlOf(OWNER_ROLE, this.cluster.passwords.owner, OWNER_DATABASE);
  }

  /** The superuser, for tests and management. */
  get adminUrl(): Secret<string> {
    return this.#urlOf(SUPERUSER_ROLE, this.cluster.passwords.superuser, 'postgres');
  }

  /** Where the data really is; outside home when home lies below a folder that only root can enter. */
  get dataDirectory(): string {
    return this.cluster.data;
  }

  /** Stops the server unless another process uses it. May be called more than once. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    process.removeListener('exit', this.#onExit);
    if (!(this.user?.leave() ?? true)) return;
    await stopPostmaster(this.server.pid);
    this.user?.stopped();
    if (this.ephemeral) for (const path of pathsOf(this.cluster)) await rm(path, { recursive: true, force: true });
  }

  #urlOf(role: string, password: Secret<string>, database: string): Secret<string> {
    return new Secret(`postgres://${role}:${password.reveal()}@127.0.0.1:${this.server.port}/${database}`);
  }
}

function pathsOf(cluster: ClusterDirectory): string[] {
  return cluster.data === join(cluster.root, 'data') ? [cluster.root] : [cluster.root, dirname(cluster.data)];
}

/**
 * A shell that outlives this process, even one killed by `kill -9`: when the owner or the server is gone it makes sure of
 * the other and removes the cluster.
 */
function removeAfter(ownerPid: number, serverPid: number, cluster: ClusterDirectory): void {
  const script = `owner=$1; server=$2; shift 2
alive() { kill -0 "$1" 2>&- && ! grep -q ') Z ' "/proc/$1/stat" 2>&-; }
while alive "$owner" && alive "$server"; do sleep 0.5; done
kill -QUIT "$server"
for tenth in $(seq 100); do alive "$server" || break; sleep 0.1; done
rm -rf -- "$@"; rmdir -- "$(dirname -- "$1")"`;
  spawn('/bin/sh', ['-c', script, 'sh', String(ownerPid), String(serverPid), ...pathsOf(cluster)], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin' },
  }).unref();
}
