import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DomainError, type Secret } from '#lib/kernel';
import { connectionError } from './database-error.js';

export interface ListenOptions {
  /** Called after a lost connection is back and listens again: what was notified in between is lost, so read it anew. */
  readonly onReconnect?: () => void;
  /** Called when the connection is lost: from now on notifications may be missed. */
  readonly onDisconnect?: () => void;
}

interface Subscription extends ListenOptions {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
}

const CHANNEL = /^[a-z_][a-z0-9_]{0,62}$/;
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_MS = 5_000;
const HEARTBEAT_TIMEOUT_MS = 2_000;
const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 2_000;

/**
 * LISTEN on one connection of its own, shared by all channels. A connection that breaks, or does not answer a heartbeat
 * within 2 s, is replaced; subscribers are told when it went and when it is back.
 */
export class NotificationListener {
  readonly #subscriptions = new Set<Subscription>();
  #connected: Promise<pg.Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #lastStatement: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(private readonly url: Secret<string>) {}

  /** Resolves when the server listens: what is read after that can't be older than the notifications that follow. */
  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    options: ListenOptions = {},
  ): Promise<() => Promise<void>> {
    if (!CHANNEL.test(channel)) {
      throw new DomainError('internal', {
        publicMessage: 'The request could not be completed.',
        detail: 'channel name',
      });
    }
    const subscription: Subscription = { channel, onPayload, ...options };
    this.#subscriptions.add(subscription);
    try {
      const client = await this.#current();
      await this.#inTurn(() => client.query(`LISTEN ${channel}`));
    } catch (error) {
      this.#subscriptions.delete(subscription);
      throw connectionError(error);
    }
    return async () => {
      this.#subscriptions.delete(subscription);
    };
  }

  /** One statement at a time: `pg` no longer queues them for us. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastStatement.then(work);
    this.#lastStatement = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    this.#subscriptions.clear();
    const client = await this.#connected?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  /** The connection, made at first use; while it is being replaced, waited for up to the connect timeout. */
  #current(): Promise<pg.Client> {
    this.#connected ??= this.#connect().catch((error: unknown) => {
      this.#connected = undefined;
      throw error;
    });
    const late = sleep(CONNECT_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error('no connection in time');
    });
    return Promise.race([this.#connected, late]);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url.reveal(),
      application_name: 'pvg-listen',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    let lost = false;
    const onLost = () => {
      if (lost) return;
      lost = true;
      clearInterval(this.#heartbeat);
      void client.end().catch(() => undefined);
      this.#lost();
    };
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of this.#subscriptions) {
        if (subscription.channel === channel) subscription.onPayload(payload ?? '');
      }
    });
    try {
      await client.connect();
      const channels = new Set([...this.#subscriptions].map(({ channel }) => channel));
      for (const channel of channels) await client.query(`LISTEN ${channel}`);
      this.#closing.signal.throwIfAborted();
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    client.on('error', onLost);
    client.on('end', onLost);
    this.#heartbeat = setInterval(() => void this.#inTurn(() => client.query('SELECT 1')).catch(onLost), HEARTBEAT_MS);
    this.#heartbeat.unref();
    return client;
  }

  #lost(): void {
    if (this.#closing.signal.aborted) return;
    for (const subscription of this.#subscriptions) subscription.onDisconnect?.();
    this.#connected = this.#reconnect();
    this.#connected.catch(() => undefined);
  }

  async #reconnect(): Promise<pg.Client> {
    for (let waitMs = RETRY_MIN_MS; ; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      await sleep(waitMs, undefined, { signal: this.#closing.signal, ref: false });
      const client = await this.#connect().catch(() => undefined);
      if (!client) continue;
      for (const subscription of this.#subscriptions) subscription.onReconnect?.();
      return client;
    }
  }
}
