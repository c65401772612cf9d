import { Global, Module } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { Shares } from '../concurrency/shares.js';
import { PinoLogger } from '../logging/pino-logger.js';
import { watch } from '../telemetry/meters.js';
import { awaitDatabase } from './await-database.js';
import { connectionSettings, entitySettings } from './connection.js';
import { ConnectionGuard, KEPT_ALIVE } from './connection-guard.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';
import { refuseUnlessNotified, refuseUnlessPrepared } from './pooler.js';
import { PreparedStatements } from './prepared-statements.js';
import { refuseOtherSchema } from './schema/schema-check.js';
import { refuseUnsafeRole } from './service-role.js';

/** Connections for the hot statements: one batch of asks and one of confirmations in flight, and room for look-ups. */
const STATEMENT_CONNECTIONS = 4;

@Global()
@Module({
  providers: [{ provide: Database, inject: [Config, PinoLogger], useFactory: connect }, Notifications],
  exports: [Database, Notifications],
})
export class DatabaseModule {}

async function connect(config: Config, logger: PinoLogger): Promise<Database> {
  if (!config.databaseUrl) throw new Error('The database URL must be known before the application starts');
  const settings = connectionSettings(config.databaseUrl);
  await awaitDatabase(config.databaseUrl, (cause) =>
    logger.warn({ cause }, 'waiting for PostgreSQL to accept connections'),
  );
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'an idle database connection was lost');
  const transactions = config.databasePool - STATEMENT_CONNECTIONS;
  const guard = new ConnectionGuard(settings, config.databaseTimeoutSeconds * 1000, {
    givenUp: (givenUp) => logger.warn({ givenUp }, 'PostgreSQL did not answer in time: the connections were closed'),
    waits: (statement, seconds) => logger.warn({ statement, seconds }, 'a statement waits for PostgreSQL'),
  });
  const prepared = config.preparesStatements ? new PreparedStatements() : null;
  const Client = prepared?.clients(guard.clients()) ?? guard.clients();
  const dataSource = new DataSource({
    ...entitySettings(config.databaseUrl),
    applicationName: 'backstop',
    connectTimeoutMS: 5_000,
    extra: { max: transactions, Client, ...KEPT_ALIVE },
    poolErrorHandler: onIdleError,
  });
  if (config.listenDatabaseUrl) await refuseUnlessNotified(config.listenDatabaseUrl);
  await dataSource.initialize();
  if (config.preparesStatements) await refuseUnlessPrepared(config.databaseUrl);
  await refuseUnsafeRole(dataSource);
  await refuseOtherSchema(dataSource);
  const statements = new pg.Pool({
    ...settings,
    max: STATEMENT_CONNECTIONS,
    application_name: 'backstop',
    connectionTimeoutMillis: 5_000,
    ...KEPT_ALIVE,
    Client,
  });
  statements.on('error', onIdleError);
  const { master } = dataSource.driver as unknown as { master: pg.Pool };
  watchPools({ transactions: master, statements });
  watch('backstop_statement_wait_seconds', 'For how long the oldest unanswered statement has waited.', [], () => [
    [{}, guard.longestWaitSeconds],
  ]);
  return new Database(dataSource, statements, new Shares(transactions), prepared, guard);
}

function watchPools(pools: Record<string, pg.Pool>): void {
  const help = 'Connections by pool and state; waiting are the requests for one.';
  watch('backstop_database_connections', help, ['pool', 'state'], () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
      [{ pool, state: 'busy' }, totalCount - idleCount] as const,
      [{ pool, state: 'idle' }, idleCount] as const,
      [{ pool, state: 'waiting' }, waitingCount] as const,
    ]),
  );
}
