import type { Names, TriggerEvent } from '#sql/mysql/names';

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

/** A condition on the columns of the schema and the name of a table. */
type Found = (schema: string, name: string) => string;

/** Converts a column to one collation: those of the catalogue differ from each other. */
const text = (column: string) => `CONVERT(${column} USING utf8mb4)`;

const binary = (column: string) => `${text(column)} COLLATE utf8mb4_bin`;

/** The user as the catalogue writes it: its name may contain an @, its host cannot. */
const HOST = "SUBSTRING_INDEX(CURRENT_USER(), '@', -1)";
const NAME = `LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER()) - CHAR_LENGTH(${HOST}) - 1)`;
const QUOTE = '_utf8mb4 0x27';
const IS_USER = `${binary('GRANTEE')} = ${binary(`CONCAT(${QUOTE}, ${NAME}, ${QUOTE}, '@', ${QUOTE}, ${HOST}, ${QUOTE})`)}`;

/** From MDEV-37474 on, MariaDB shows a trigger, without its body, to each user who may write to its table. */
const SHOWN_TO_WRITERS = `EXISTS (SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema'
  AND TABLE_NAME = 'TRIGGERS' AND COLUMN_NAME = 'ACTION_STATEMENT' AND IS_NULLABLE = 'YES')`;
/** The privileges with which the triggers of a table are seen. */
const SHOWS = `(PRIVILEGE_TYPE = 'TRIGGER' /*M! OR (PRIVILEGE_TYPE IN ('INSERT', 'UPDATE', 'DELETE') AND ${SHOWN_TO_WRITERS}) */)`;

/**
 * Checks whether the user has one of these rights on the table `t`. Of the matching patterns of databases the server
 * uses one, so all of them have to grant it. Rights of a role are not listed.
 */
const IS_SHOWN = `(
  EXISTS (SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE ${IS_USER} AND ${SHOWS})
  OR EXISTS (SELECT 1 FROM information_schema.TABLE_PRIVILEGES p WHERE ${IS_USER} AND ${SHOWS}
    AND ${binary('p.TABLE_SCHEMA')} = ${binary('t.TABLE_SCHEMA')} AND ${binary('p.TABLE_NAME')} = ${binary('t.TABLE_NAME')})
  OR COALESCE((SELECT MIN(given.shows) FROM
    (SELECT ${binary('TABLE_SCHEMA')} AS pattern, MAX(${SHOWS}) AS shows FROM information_schema.SCHEMA_PRIVILEGES
      WHERE ${IS_USER} GROUP BY 1) AS given
    WHERE ${binary('t.TABLE_SCHEMA')} LIKE given.pattern ESCAPE _utf8mb4 0x5C), 0) = 1)
  /*!80016 AND @@partial_revokes = 0 */`;

/** With these settings, and in no mode of another server, a body has the meaning that it seems to have. */
const IS_CLEAR = `CHARACTER_SET_CLIENT IN ('utf8', 'utf8mb3', 'utf8mb4', 'latin1', 'ascii', 'binary')
  AND CONCAT(',', SQL_MODE, ',') NOT LIKE '%,ORACLE,%'`;

/**
 * Rows `[kind, database, name, body]` of the tables that are written to: `trigger`, with an empty body where that is not
 * shown or is not clear, and `hidden`: the user may not see the triggers of this table.
 * @param isNamed whether the statement itself names them: then the user may write to them, or it fails
 */
function triggerEffects(found: Found, events: readonly TriggerEvent[], isNamed: boolean): readonly string[] {
  const fires = events.map((event) => `EVENT_MANIPULATION LIKE '%${event}%'`).join(' OR ');
  return [
    `SELECT 'trigger', ${text('EVENT_OBJECT_SCHEMA')}, ${text('EVENT_OBJECT_TABLE')},
            CASE WHEN ${IS_CLEAR} THEN COALESCE(${text('ACTION_STATEMENT')}, '') ELSE '' END
       FROM information_schema.TRIGGERS WHERE ${found('EVENT_OBJECT_SCHEMA', 'EVENT_OBJECT_TABLE')} AND (${fires})`,
    `SELECT 'hidden', ${text('t.TABLE_SCHEMA')}, ${text('t.TABLE_NAME')}, '' FROM information_schema.TABLES t
      WHERE ${found('t.TABLE_SCHEMA', 't.TABLE_NAME')} AND t.TABLE_TYPE <> 'VIEW'
        AND NOT (${IS_SHOWN}) ${isNamed ? `/*M! AND NOT ${SHOWN_TO_WRITERS} */` : ''}`,
  ];
}
