import pg, { type ClientConfig } from 'pg';
import { parse } from 'pg-connection-string';
import { DefaultNamingStrategy, getMetadataArgsStorage, type Table } from 'typeorm';

export type ConnectionSettings = Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;

/**
 * Reads the settings of a postgres:// URL, also one with a Unix socket directory as its host.
 * @throws Error on a URL without a user
 */
export function connectionSettings(url: string): ConnectionSettings & { user: string } {
  const parsed = parse(url);
  if (!parsed.user) throw new Error('The database URL names no user');
  return {
    host: parsed.host ?? '127.0.0.1',
    port: parsed.port ? Number(parsed.port) : 5432,
    user: parsed.user,
    password: parsed.password ?? '',
    database: parsed.database ?? parsed.user,
    ssl: parsed.ssl as ClientConfig['ssl'],
  };
}

/** The same, in TypeORM's words. Left to itself, TypeORM loads a second `pg`, from beside the bundle. */
export function typeormSettings(url: string) {
  const { user: username, host, port, password, database, ssl } = connectionSettings(url);
  return {
    type: 'postgres',
    driver: pg,
    username,
    host,
    port,
    password: String(password),
    database,
    ssl: ssl as boolean,
  } as const;
}

/** Returns the settings with the entities of the program: each entity registers itself when its file is loaded. */
export function entitySettings(url: string) {
  const { tables, foreignKeys } = getMetadataArgsStorage();
  const isLoaded = (name: unknown) => tables.some((table) => table.name === name);
  // A command loads a few entities, and TypeORM refuses a foreign key to one that is not loaded.
  const kept = foreignKeys.filter(({ type }) => typeof type !== 'string' || isLoaded(type));
  foreignKeys.splice(0, foreignKeys.length, ...kept);
  return {
    ...typeormSettings(url),
    entities: tables.map(({ target }) => target as new () => object),
    namingStrategy: new PostgresNames(),
  };
}

/**
 * Columns have the names of their properties in snake case, and constraints the names that PostgreSQL gives to unnamed
 * ones.
 */
class PostgresNames extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined): string {
    return given || property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return [this.getTableName(table), ...columns, 'key'].join('_');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return [this.getTableName(table), ...columns, 'fkey'].join('_');
  }
}
