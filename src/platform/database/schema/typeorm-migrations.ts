import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { NumberedFile } from './sql-files.js';

/** TypeORM wants a number of 13 digits at the end of each name and runs them in its order. */
const FIRST_NUMBER = 1_763_800_000_000;

const nameOf = ({ name, number }: NumberedFile) => `${name}${FIRST_NUMBER + number}`;

/** The numbered file of a migration that ran; the name itself if no numbered file has such a name. */
export function pathOfMigration(migration: string): string {
  const [, name, timestamp] = /^(.*?)(\d{13})$/.exec(migration) ?? [];
  const number = Number(timestamp) - FIRST_NUMBER;
  return name && number > 0 ? `${String(number).padStart(4, '0')}-${name}.sql` : migration;
}

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
