import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';
import { type OpenDatabaseOptions, type OpenedDatabase, openDatabase } from './open-database.js';

const OPENED = Symbol('OpenedDatabase');

/** Provides `Database` to every module; opened before anything listens, closed after everything has shut down. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(OPENED) private readonly opened: OpenedDatabase) {}

  static forRoot(options: OpenDatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: OPENED, useFactory: () => openDatabase(options) },
        { provide: Database, inject: [OPENED], useFactory: ({ database }: OpenedDatabase) => database },
      ],
      exports: [Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}
