import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { ConnectionSettings } from '../connection.js';
import { BOOKKEEPING, READINESS } from './schema-version.js';

/** Makes the service's role when it is missing, and lets it read and write rows, but not change the schema. */
export async function grantRows(
  runner: QueryRunner,
  { user, password }: ConnectionSettings & { user: string },
): Promise<void> {
  const role = pg.escapeIdentifier(user);
  const [exists] = await runner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [user]);
  if (!exists) {
    const literal = pg.escapeLiteral(String(password));
    await runner.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${literal}`);
  }
  await runner.query(`
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    REVOKE ALL ON TABLE ${BOOKKEEPING.join(', ')} FROM ${role};
    GRANT SELECT ON TABLE ${BOOKKEEPING.join(', ')} TO ${role};
    GRANT UPDATE ON TABLE ${READINESS} TO ${role};
    REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA public FROM PUBLIC;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role};
  `);
}
