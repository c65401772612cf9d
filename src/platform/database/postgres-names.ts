import { DefaultNamingStrategy, type Table } from 'typeorm';

/**
 * Columns have the names of their properties in snake case, and constraints the names that PostgreSQL gives to unnamed
 * ones.
 */
export class PostgresNames extends DefaultNamingStrategy {
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
