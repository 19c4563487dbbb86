import type { Secret } from '#lib/kernel';
import { Database, type DatabaseOptions } from './database.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';

export interface OpenDatabaseOptions extends Omit<DatabaseOptions, 'url'> {
  /** Without it the embedded Postgres of `home` is started, or joined. */
  readonly url?: Secret<string>;
  readonly home: string;
  /** For a demo: see `EmbeddedPostgresOptions`. */
  readonly ephemeral?: boolean;
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Undefined when a URL was given. */
  readonly embedded: EmbeddedPostgres | undefined;
  /** Closes the connections, then stops the embedded server unless another process uses it. */
  close(): Promise<void>;
}

/** The database of an installation, whichever it is; nothing else in the code knows. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { url, home, ephemeral, ...rest } = options;
  const embedded = url ? undefined : await EmbeddedPostgres.start({ home, ephemeral });
  try {
    const database = await Database.open({ ...rest, url: url ?? embedded!.url });
    const close = async () => {
      await database.close();
      await embedded?.stop();
    };
    return { database, embedded, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
