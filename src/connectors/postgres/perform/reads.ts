import type { PerformedCall } from '../../connector.js';
import { intendedTable } from '../../rows/capture/intended-table.js';
import { isRowRead } from '../../rows/reads/operations.js';
import { type ReadDialect, readOf } from '../../rows/reads/statement.js';
import type { Session } from '../../rows/table/session.js';
import { dialect } from '../dialect.js';
import { operandsIn } from '../matching.js';
import { type Column, qualified, quote } from '../sql.js';
import type { LookUp } from './look-up.js';

const READS: ReadDialect<Column> = {
  quote,
  qualified,
  operandsIn,
  place: (params, text) => `$${params.push(text)}`,
  like: (field, pattern) => `${field}::text ILIKE ${pattern}`,
  system: ['information_schema', 'pg_catalog', 'pg_toast'],
  indexes: (schema, name) =>
    `SELECT indexname AS name, indexdef AS definition FROM pg_catalog.pg_indexes WHERE schemaname = ${schema} AND tablename = ${name} ORDER BY 1`,
};

/** Returns null for an operation that is no read of the registry. */
export function readFor({ apiName, payload }: PerformedCall): LookUp | null {
  const name = apiName.slice('postgres.'.length);
  if (!isRowRead(name)) return null;
  const find = (session: Session) => async (wanted: Parameters<typeof intendedTable>[2]) =>
    (await intendedTable(dialect, session, wanted, undefined)).table;
  return { isQuery: true, statementOf: (session) => readOf(READS, name, payload, find(session)) };
}
