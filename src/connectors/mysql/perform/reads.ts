import type { PerformedCall } from '../../connector.js';
import { intendedTable } from '../../rows/capture/intended-table.js';
import { isRowRead } from '../../rows/reads/operations.js';
import { type ReadDialect, readOf } from '../../rows/reads/statement.js';
import type { Session } from '../../rows/table/session.js';
import { dialect } from '../dialect.js';
import { operandsIn } from '../match.js';
import { type Column, qualified, quote } from '../sql.js';
import type { Statement } from './row-statement.js';

const READS: ReadDialect<Column> = {
  quote,
  qualified,
  operandsIn,
  place: (params, text) => {
    params.push(text);
    return '?';
  },
  like: (field, pattern) => `CAST(${field} AS CHAR) LIKE ${pattern}`,
  system: ['information_schema', 'mysql', 'performance_schema', 'sys'],
  indexes: (schema, name) =>
    'SELECT index_name AS name, column_name AS `column`, seq_in_index AS `position`, non_unique AS `repeats` ' +
    `FROM information_schema.statistics WHERE table_schema = ${schema} AND table_name = ${name} ORDER BY 1, 3`,
};

/** Returns null for an operation that is no read of the registry. */
export function readFor({ apiName, payload }: PerformedCall): ((session: Session) => Promise<Statement>) | null {
  const name = apiName.slice('mysql.'.length);
  if (!isRowRead(name)) return null;
  return async (session) => {
    const { sql, params } = await readOf(
      READS,
      name,
      payload,
      async (wanted) => (await intendedTable(dialect, session, wanted, undefined)).table,
    );
    // Names in double quotes are texts here.
    return { sql: sql.replaceAll(/ AS "(\w+)"/g, ' AS `$1`'), params };
  };
}
