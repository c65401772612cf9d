import type { Names } from '#sql/mysql/names';
import { type Found, text, triggerEffects } from './triggers.js';

/** The kind of the first row of each answer. If it cannot be read, the others cannot either. */
export const READABLE = 'heard';
/** Many more than a statement can name. */
const MOST_ROWS = 10_000;

/** Engines that read only their own data; others may ask another server, or run a program. */
const ENGINES = [
  ...['InnoDB', 'MyISAM', 'Aria', 'MEMORY', 'MRG_MyISAM', 'ARCHIVE', 'CSV', 'BLACKHOLE', 'SEQUENCE', 'ROCKSDB'],
  ...['TokuDB', 'ndbcluster', 'Columnstore', 'PERFORMANCE_SCHEMA'],
];
const SHIPPED = ['information_schema', 'performance_schema', 'mysql', 'sys'];

/**
 * Returns a query with rows `[kind, database, name, query]` of everything that the names may mean in any database that
 * the user sees: `heard`, `function`, `engine` of a table that may do more than read, `table`, `viewed`, and once more
 * `view` with its query if the user may see that, which is `changed` if it may be written to. The rows of
 * `triggerEffects` about the written tables follow.
 * @param isNamed whether the statement itself names them, and not a view in it
 */
export function resolveNames({ functions, relations, written, events }: Names, isNamed: boolean): string {
  const named = [...relations, ...written];
  // The server's own schemas are meant only if the statement names their database, or if it is the current one.
  const unnamed = SHIPPED.filter((schema) => !named.some((name) => name.toLowerCase() === schema));
  const foundBy =
    (names: string): Found =>
    (schema, name) =>
      `${name} IN (${names}) AND (LOWER(${schema}) NOT IN (${listOf(unnamed)}) OR ${schema} = DATABASE())`;
  const [all, changed] = [listOf(named), listOf([...written])];
  const from = foundBy(all);
  return [
    `SELECT '${READABLE}' AS a, '' AS b, '' AS c, '' AS d`,
    ...(functions.size === 0
      ? []
      : [
          `SELECT 'function', ${text('ROUTINE_SCHEMA')}, ${text('ROUTINE_NAME')}, '' FROM information_schema.ROUTINES
            WHERE ROUTINE_NAME IN (${listOf([...functions])})`,
        ]),
    ...(named.length === 0
      ? []
      : [
          `SELECT CASE WHEN TABLE_TYPE = 'VIEW' THEN 'viewed' WHEN ENGINE IS NULL OR ENGINE IN (${listOf(ENGINES)}) THEN 'table'
                  ELSE 'engine' END, ${text('TABLE_SCHEMA')}, ${text('TABLE_NAME')}, '' FROM information_schema.TABLES WHERE ${from('TABLE_SCHEMA', 'TABLE_NAME')}`,
          `SELECT CASE WHEN TABLE_NAME IN (${changed}) THEN 'changed' ELSE 'view' END, ${text('TABLE_SCHEMA')},
                  ${text('TABLE_NAME')}, ${text('VIEW_DEFINITION')}
             FROM information_schema.VIEWS WHERE ${from('TABLE_SCHEMA', 'TABLE_NAME')}`,
        ]),
    ...(written.size === 0 ? [] : triggerEffects(foundBy(changed), events, isNamed)),
  ]
    .join(' UNION ALL ')
    .concat(` LIMIT ${MOST_ROWS}`);
}

/** Texts in a form that no setting of the session reads in another way. */
function listOf(texts: readonly string[]): string {
  const literals = texts.filter((text) => text !== '').map((text) => `_utf8mb4 0x${Buffer.from(text).toString('hex')}`);
  return literals.length === 0 ? "''" : literals.join(', ');
}
