import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FIRST_NUMBER } from './old-chain.js';
import type { NumberedFile } from './sql-files.js';

/** TypeORM wants a number of 13 digits at the end of each name and runs them in its order. */
const timestampOf = ({ number }: NumberedFile) => FIRST_NUMBER + number;
const nameOf = (file: NumberedFile) => `${file.name}${timestampOf(file)}`;

/** The numbered file of a migration that ran; the name itself if it is from the old chain. */
export function pathOfMigration(migration: string): string {
  const [, name, timestamp] = /^(.*?)(\d{13})$/.exec(migration) ?? [];
  const number = Number(timestamp) - FIRST_NUMBER;
  return name && number > 0 ? `${String(number).padStart(4, '0')}-${name}.up.sql` : migration;
}

/** The row that TypeORM's table `migrations` holds for a file. */
export const migrationRow = (file: NumberedFile) => ({ timestamp: timestampOf(file), name: nameOf(file) });

/** Makes one TypeORM migration from each numbered file. */
export function typeormMigrations(files: readonly NumberedFile[]): (new () => MigrationInterface)[] {
  return files.map(
    (file) =>
      class implements MigrationInterface {
        readonly name = nameOf(file);
        async up(runner: QueryRunner) {
          await runner.query(file.up());
        }
        async down(runner: QueryRunner) {
          await runner.query(file.down());
        }
      },
  );
}
