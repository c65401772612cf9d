import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Columns are called as their properties in snake case, and constraints as PostgreSQL calls those that are given no name. */
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
