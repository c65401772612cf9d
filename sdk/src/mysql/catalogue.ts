import type { Names } from './statement/names.js';

/** The first row of each answer. Where it cannot be read, the others cannot either. */
export const HEARD = 'heard';
/** Many more than a statement can name. */
const MOST_ROWS = 10_000;

/** Engines that read nothing but what they have stored; others may ask another server, or run a program. */
const ENGINES = [
  ...['InnoDB', 'MyISAM', 'Aria', 'MEMORY', 'MRG_MyISAM', 'ARCHIVE', 'CSV', 'BLACKHOLE', 'SEQUENCE', 'ROCKSDB'],
  ...['TokuDB', 'ndbcluster', 'Columnstore', 'PERFORMANCE_SCHEMA'],
];
const SHIPPED = ['information_schema', 'performance_schema', 'mysql', 'sys'];

/**
 * Rows `[kind, database, name, query]` of what the names may stand for in any database that the user sees: `heard`,
 * `function`, `engine` of a table that may do more than read, `table`, `viewed`, and once more `view` with its query where
 * the user may see that.
 */
export function whatNamesMean({ functions, relations }: Names): string {
  const named = [...relations];
  // What the server brings along is meant only where its database is named, or is the current one.
  const unnamed = SHIPPED.filter((schema) => !named.some((name) => name.toLowerCase() === schema));
  const from = (schema: string, name: string) =>
    `${name} IN (${listOf(named)}) AND (LOWER(${schema}) NOT IN (${listOf(unnamed)}) OR ${schema} = DATABASE())`;
  return [
    `SELECT '${HEARD}' AS a, '' AS b, '' AS c, '' AS d`,
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
          `SELECT 'view', ${text('TABLE_SCHEMA')}, ${text('TABLE_NAME')}, ${text('VIEW_DEFINITION')}
             FROM information_schema.VIEWS WHERE ${from('TABLE_SCHEMA', 'TABLE_NAME')}`,
        ]),
  ]
    .join(' UNION ALL ')
    .concat(` LIMIT ${MOST_ROWS}`);
}

/** In one collation: those of the catalogue differ from each other. */
const text = (column: string) => `CONVERT(${column} USING utf8mb4)`;

/** Texts in a form that no setting of the session reads in another way. */
function listOf(texts: readonly string[]): string {
  const literals = texts.filter((text) => text !== '').map((text) => `_utf8mb4 0x${Buffer.from(text).toString('hex')}`);
  return literals.length === 0 ? "''" : literals.join(', ');
}
